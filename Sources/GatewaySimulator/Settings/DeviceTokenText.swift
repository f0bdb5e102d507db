/// The text form of a device token.
enum DeviceTokenText {
    /// The valid form, for error messages.
    static let form = "a device token: 2 to 200 hexadecimal digits, an even number of them"

    /// Returns the token in lower case; nil if it is invalid.
    static func normal(_ text: some StringProtocol) -> String? {
        let count = text.utf8.count
        guard 2...200 ~= count, count.isMultiple(of: 2), text.utf8.allSatisfy(isDigit) else { return nil }
        return text.lowercased()
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
