import AlarmCore

/// A name that a person gave, made safe for the middle of a sentence.
///
/// One line without control characters and without bidirectional marks; runs of white space become one space; it begins
/// with a visible character, because an accent at its start would change the letter or bracket before it; at most
/// ``limit`` characters and ``scalarLimit`` scalars, because one character can hide thousands of accents. A name
/// without visible characters becomes "Someone".
package struct DisplayName: Hashable, Sendable {
    /// The most characters that are shown, the ellipsis included.
    package static let limit = 60
    /// The most Unicode scalars that are shown.
    package static let scalarLimit = 240

    /// The name as it is shown.
    package let text: String

    /// Makes any text a name that can be shown to a reader of `language`.
    package init(_ raw: String, in language: Language) {
        // The text is cut first, so that a long one costs no more than a short one.
        let start = String(String.UnicodeScalarView(raw.unicodeScalars.prefix(Self.scalarLimit * 4)))
        let line = start.asForeign.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let seen = line.unicodeScalars.drop { !Self.isSeen($0) }
        let kept = Substring(seen.prefix(Self.scalarLimit)).trimmed
        guard !kept.isEmpty else {
            text = Catalogue.of(language).phrase(.commonSomeone).text
            return
        }
        text = kept.count > Self.limit ? kept.prefix(Self.limit - 1).trimmed + "…" : kept
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark: false
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: false
        default: scalar != "\u{FFFD}"
        }
    }
}

extension Substring {
    /// The text without white space at its end.
    fileprivate var trimmed: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
