/// A telephone number in the international form of E.164: a plus, the country code, at most 15 digits in all.
///
/// It is never printed.
package struct PhoneNumber: Hashable, Sendable {
    /// The number as it is sent: `+` and 7 to 15 digits.
    package let text: String

    /// Parses a number that begins with `+`; spaces, hyphens, dots and parentheses between the digits are removed.
    ///
    /// Nil for anything else, and for a number without its country code, which cannot be guessed.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "+"), text.utf8.count <= 40 else { return nil }
        var digits: [UInt8] = []
        for byte in text.utf8.dropFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"): break
            default: return nil
            }
        }
        // No country code begins with 0, and no international number is shorter than 7 digits.
        guard (7...15).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        self.text = "+" + String(decoding: digits, as: UTF8.self)
    }
}

extension PhoneNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: numbers are never printed.
    package var description: String { "<phone number>" }
    /// A constant: numbers are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the digits.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
