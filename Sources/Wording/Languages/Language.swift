/// A language that the relay writes to people in.
package enum Language: String, CaseIterable, Hashable, Sendable, Codable {
    /// English.
    case english = "en"
    /// Chinese in traditional characters, as used in Taiwan.
    case traditionalChinese = "zh-Hant"
    /// Chinese in simplified characters.
    case simplifiedChinese = "zh-Hans"

    /// The language tag (BCP 47) that documents carry.
    package var tag: String { rawValue }

    /// The language that suits a reader best, by the tag (BCP 47) that the reader's device names.
    ///
    /// For Chinese the script decides, then the region: Taiwan, Hong Kong and Macao write traditional characters. Every
    /// other language gets English. An underscore counts as a hyphen, because devices name locales so.
    package init(tag: String) {
        let subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
        guard subtags.first == "zh" else {
            self = .english
            return
        }
        // What follows a single character is an extension, and its subtags mean something else (RFC 5646, section 2.2.6).
        let ours = subtags.dropFirst().prefix { $0.count > 1 }
        if let script = ours.first(where: { $0 == "hant" || $0 == "hans" }) {
            self = script == "hant" ? .traditionalChinese : .simplifiedChinese
        } else {
            let writesTraditional = ours.contains { Self.traditionalRegions.contains($0) }
            self = writesTraditional ? .traditionalChinese : .simplifiedChinese
        }
    }

    private static let traditionalRegions: Set<Substring> = ["tw", "hk", "mo"]

    /// Whether the language is Chinese, in whatever script.
    var isChinese: Bool { self != .english }
}
