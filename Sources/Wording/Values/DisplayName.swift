import AlarmCore

/// A name that a person gave, fit to stand in the middle of a sentence of ours.
///
/// One line without control characters and without marks that turn the direction of writing; white space runs become
/// one space; it begins with something to see, because an accent at its start would change the letter or bracket before
/// it; at most ``limit`` characters and ``scalarLimit`` scalars, because one character can hide thousands of
/// accents. Without anything to see it is "Someone".
package struct DisplayName: Hashable, Sendable {
    /// The most characters that are shown, the ellipsis included.
    package static let limit = 60
    /// The most Unicode scalars that are shown.
    package static let scalarLimit = 240

    /// The name as it is shown.
    package let text: String

    /// Makes `raw`, which may be anything, a name to show to a reader of `language`.
    package init(_ raw: String, in language: Language) {
        // The cut comes first, so that a long text costs no more than a short one.
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
