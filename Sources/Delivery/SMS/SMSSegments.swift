/// The number of messages in which a text is sent, each of which is charged (3GPP TS 23.038 and 23.040).
///
/// A text in the GSM alphabet has 160 places in one message, or 153 in each of several; any other goes as UCS-2 with 70
/// or 67. One character outside the GSM alphabet changes the whole text.
package struct SMSSegments: Hashable, Sendable {
    /// The encoding in which a text's characters are counted.
    package enum Encoding: Hashable, Sendable {
        /// The GSM 7-bit default alphabet with its extension table, whose characters take two places.
        case gsm7
        /// UTF-16, with one place for each code unit.
        case ucs2
    }

    /// The encoding of the text.
    package let encoding: Encoding
    /// The number of places that the text takes.
    package let places: Int
    /// The number of messages; 1 for an empty text.
    package let count: Int

    /// Counts a text.
    package init(_ text: String) {
        if let widths = Self.gsmWidths(text) {
            encoding = .gsm7
            places = widths.reduce(0, +)
            count = places <= 160 ? 1 : Self.pack(widths, into: 153)
        } else {
            let widths = text.unicodeScalars.map { UTF16.width($0) }
            encoding = .ucs2
            places = widths.reduce(0, +)
            count = places <= 70 ? 1 : Self.pack(widths, into: 67)
        }
    }

    /// Fills messages in order; a character of two places is not split, and so can leave a place empty.
    private static func pack(_ widths: [Int], into size: Int) -> Int {
        var (count, used) = (1, 0)
        for width in widths {
            if used + width > size { (count, used) = (count + 1, 0) }
            used += width
        }
        return count
    }

    /// The number of places of each character in the GSM alphabet; nil if one is not in it.
    private static func gsmWidths(_ text: String) -> [Int]? {
        var widths: [Int] = []
        for scalar in text.unicodeScalars {
            if basic.contains(scalar) {
                widths.append(1)
            } else if extended.contains(scalar) {
                widths.append(2)
            } else {
                return nil
            }
        }
        return widths
    }

    private static let basic = Set(
        ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
            + "¿abcdefghijklmnopqrstuvwxyzäöñüà").unicodeScalars
    )
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
}
