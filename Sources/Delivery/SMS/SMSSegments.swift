/// How many messages a text takes on its way, each of which is paid for (3GPP TS 23.038 and 23.040).
///
/// A text in the GSM alphabet has 160 places in one message, or 153 in each of several; any other goes as UCS-2 with 70
/// or 67. One character outside the GSM alphabet changes the whole text.
package struct SMSSegments: Hashable, Sendable {
    /// How a text's characters are counted.
    package enum Encoding: Hashable, Sendable {
        /// The GSM 7-bit default alphabet with its extension table, whose characters take two places.
        case gsm7
        /// UTF-16, a place for each unit.
        case ucs2
    }

    /// How the characters are counted.
    package let encoding: Encoding
    /// How many places the text takes.
    package let places: Int
    /// How many messages; 1 for an empty text.
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

    /// Fills messages in order; a character of two places is not torn apart, and so can leave a place empty.
    private static func pack(_ widths: [Int], into size: Int) -> Int {
        var (count, used) = (1, 0)
        for width in widths {
            if used + width > size { (count, used) = (count + 1, 0) }
            used += width
        }
        return count
    }

    /// How many places each character takes in the GSM alphabet; nil if one has none there.
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
