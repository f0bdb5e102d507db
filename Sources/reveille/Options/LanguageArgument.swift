import AlarmCore
import ArgumentParser
import Wording

extension LanguageTag {
    /// Reads the argument of an option for a language.
    ///
    /// - Throws: `ValidationError` with the fault, and the languages that the relay writes.
    init(argument text: String) throws {
        guard let tag = LanguageTag(text) else {
            throw ValidationError(
                "'\(text.asForeign)' is no language tag (BCP 47); write one as in \(Language.listed). \(Language.rule)"
            )
        }
        self = tag
    }

    /// What is said of a tag of a language that the relay does not write, for a reader of `language`; nil for one that it
    /// writes.
    func remark(in language: Language) -> String? {
        guard Language(tag: text) == .english, !text.lowercased().hasPrefix("en") else { return nil }
        let values: [Placeholder: String] = [
            .words: language.quoting(text), .reason: language.text(.answerLanguageRule),
        ]
        return language.text(.answerLanguageUnwritten, values)
    }
}

extension Language {
    /// The tags of the languages that the relay writes, as `en, zh-Hant or zh-Hans`.
    static var listed: String {
        let tags = allCases.map(\.tag)
        return "\(tags.dropLast().joined(separator: ", ")) or \(tags.last ?? "")"
    }

    /// A sentence that says which languages the relay writes.
    static var rule: String { english.text(.answerLanguageRule) }
}
