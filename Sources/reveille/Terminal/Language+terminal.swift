import AlarmCore
import Wording

extension String {
    /// The text with a capital at its start, where its script has capitals.
    var capitalizedAtStart: String { "\(prefix(1).uppercased())\(dropFirst())" }
}

extension Language {
    /// The text `key`, with values that a terminal can show as they are.
    func text(_ key: TextKey, _ values: [Placeholder: String] = [:]) -> String {
        phrase(key, values.mapValues { .verbatim($0) }).text
    }

    /// The sentences that there are, one after another.
    func joining(_ sentences: String?...) -> String {
        sentences.compactMap(\.self).joined(separator: self == .english ? " " : "")
    }

    /// Why a message was not sent, in plain words, behind what is said of it.
    func told(because reason: String) -> String {
        (self == .english ? ": " : "：") + ReasonText.plain(reason.asForeign, in: self)
    }

    /// What somebody wrote, in the quotation marks of the language.
    func quoting(_ words: String) -> String { text(.listenQuote, [.words: words.asForeign]) }
}
