/// A language in which the relay writes to people.
package enum Language: String, CaseIterable, Hashable, Sendable, Codable {
    /// English.
    case english = "en"
    /// Chinese in traditional characters, as used in Taiwan.
    case traditionalChinese = "zh-Hant"
    /// Chinese in simplified characters.
    case simplifiedChinese = "zh-Hans"

    /// The language tag (BCP 47) for documents.
    package var tag: String { rawValue }

    /// The best language for a reader, by the tag (BCP 47) of the reader's device.
    ///
    /// For Chinese the script decides, then the region: Taiwan, Hong Kong and Macao write traditional characters. Every
    /// other language gets English. An underscore counts as a hyphen, because devices write locales with one.
    package init(tag: String) {
        let subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
        guard subtags.first == "zh" else {
            self = .english
            return
        }
        // Subtags after a single character belong to an extension (RFC 5646, section 2.2.6).
        let ours = subtags.dropFirst().prefix { $0.count > 1 }
        if let script = ours.first(where: { $0 == "hant" || $0 == "hans" }) {
            self = script == "hant" ? .traditionalChinese : .simplifiedChinese
        } else {
            let writesTraditional = ours.contains { Self.traditionalRegions.contains($0) }
            self = writesTraditional ? .traditionalChinese : .simplifiedChinese
        }
    }

    private static let traditionalRegions: Set<Substring> = ["tw", "hk", "mo"]

    /// Whether the language is Chinese, in either script.
    var isChinese: Bool { self != .english }
}

/// A form that a word takes with a number: the plural categories of CLDR that our languages have.
enum PluralForm: String, CaseIterable {
    case one
    case other
}

extension Language {
    /// The forms that texts with a number must have in this language.
    var pluralForms: [PluralForm] {
        isChinese ? [.other] : [.one, .other]
    }

    /// The form that goes with `count` things.
    func pluralForm(for count: Int64) -> PluralForm {
        !isChinese && count == 1 ? .one : .other
    }
}
