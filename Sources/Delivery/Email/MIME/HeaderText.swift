import FoundationEssentials

/// Free text in a header, such as a subject or a name.
enum HeaderText {
    /// The text on one line: each line end or control character becomes a space, and spaces at both ends are removed.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        // A byte order mark is removed, as some readers drop it.
        let line = String(scalars).replacing("\u{FEFF}", with: "")
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The text as words between which a header may be folded: unchanged if it is plain, else encoded (RFC 2047).
    static func words(_ text: String) -> [String] {
        let text = cleaned(text)
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        // A plain word in the form of an encoded one would be decoded by the reader.
        let isPlain = words.allSatisfy { word in
            (1...60).contains(word.utf8.count) && word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
                && !word.contains("=?")
        }
        return isPlain ? words : encodedWords(text)
    }

    /// A name before an address: plain where it has no special character (RFC 5322, section 3.2.3), else encoded.
    static func phrase(_ name: String) -> [String] {
        let name = cleaned(name)
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'"):
                true
            default: false
            }
        }
        return name.isEmpty ? [] : isPlain ? words(name) : encodedWords(name)
    }

    /// Encoded words of at most 64 characters, so that the first fits on the line of its header's name.
    ///
    /// Text is cut between characters, or within one only where it is longer than a word; never within a code point.
    private static func encodedWords(_ text: String) -> [String] {
        let limit = 39  // Bytes, 52 characters of base64; with the 12 around them, 64.
        var words: [[UInt8]] = [[]]
        for character in text {
            let whole = Array(character.utf8)
            let pieces = whole.count <= limit ? [whole] : character.unicodeScalars.map { Array(String($0).utf8) }
            for piece in pieces {
                if words[words.count - 1].count + piece.count > limit { words.append([]) }
                words[words.count - 1] += piece
            }
        }
        return words.filter { !$0.isEmpty }.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }
    }
}
