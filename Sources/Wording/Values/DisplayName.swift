import AlarmCore

/// A name that a person gave, made safe for the middle of a sentence.
///
/// One line without control characters, bidirectional marks and invisible ones; an address in it is broken up, so that no
/// mail program makes a link of it: a letter must not carry a stranger's link in somebody's name. Runs of white space become one space; it begins
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
        let kept = Self.kept(of: raw)
        guard !kept.isEmpty else {
            text = Catalogue.of(language).phrase(.commonSomeone).text
            return
        }
        text = kept.count > Self.limit ? kept.prefix(Self.limit - 1).trimmed + "…" : kept
    }

    /// Whether anything of a name is shown, so that it does not become "Someone".
    package static func isShown(_ raw: String) -> Bool { !kept(of: raw).isEmpty }

    private static func kept(of raw: String) -> String {
        // The text is cut first, so that a long one costs no more than a short one.
        let start = String(String.UnicodeScalarView(raw.unicodeScalars.prefix(scalarLimit * 4)))
        let line = start.asForeign.withoutInvisibles.withoutLinks
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let seen = line.unicodeScalars.drop { !isSeen($0) }
        return Substring(seen.prefix(scalarLimit)).trimmed
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

extension String {
    /// The text without characters that show nothing, but for those that join emoji and letters.
    ///
    /// Left-to-right and right-to-left marks are among them: the whole name is isolated where that matters.
    fileprivate var withoutInvisibles: String {
        let kept = unicodeScalars.filter { scalar in
            guard scalar.properties.generalCategory == .format else { return true }
            // The joiners, and the tags of regional flags.
            return (0x200C...0x200D).contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// The text with a space in each `://`, and behind each dot that two letters or more follow at once, as in
    /// `www.example.org`.
    ///
    /// `Dr.Smith` reads as well with a space, and `J.R.R.` and `3.5` stay.
    fileprivate var withoutLinks: String {
        let scalars = Array(unicodeScalars)
        var shown = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            shown.append(scalar)
            let next = scalars.dropFirst(index + 1).prefix(2)
            let isScheme = scalar == ":" && next.elementsEqual(["/", "/"])
            let isDomain = Self.dots.contains(scalar) && next.count == 2 && next.allSatisfy(\.isInDomain)
            if isScheme || isDomain { shown.append(" ") }
        }
        return String(shown)
    }

    /// The full stops that domain names are written with (RFC 3490, section 3.1).
    private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
}

extension Unicode.Scalar {
    /// Whether the last part of a domain may begin with two of them.
    fileprivate var isInDomain: Bool { properties.isAlphabetic || properties.generalCategory == .nonspacingMark }
}
