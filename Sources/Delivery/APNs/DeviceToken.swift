/// A push token in the clear, with which anyone who has a key of the app's team can push to the device.
///
/// It is never printed: not by interpolation, not by `dump`.
package struct DeviceToken: Hashable, Sendable {
    /// The token in lower-case hexadecimal digits.
    package let hex: String

    /// Parses a token of 1...100 bytes in hexadecimal digits; nil for any other text.
    ///
    /// Apple's tokens are 32 bytes today, and Apple asks not to rely on that.
    package init?(hex text: some StringProtocol) {
        let digits = text.utf8
        guard digits.count >= 2, digits.count <= 200, digits.count.isMultiple(of: 2) else { return nil }
        guard
            digits.allSatisfy({ digit in
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false
                }
            })
        else { return nil }
        hex = text.lowercased()
    }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant: tokens are never printed.
    package var description: String { "<device token>" }
    /// A constant: tokens are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the digits.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
