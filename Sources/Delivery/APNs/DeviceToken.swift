/// A push token in the clear: whoever has it, and a key of the app's team, can push to the device.
///
/// Never printed: not by interpolation, not by `dump`.
package struct DeviceToken: Hashable, Sendable {
    /// The token in hexadecimal digits, lower case.
    package let hex: String

    /// Takes a token of 1...100 bytes in hexadecimal digits, else nil.
    ///
    /// Apple's are 32 bytes today, and Apple asks not to rely on that.
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
    /// Nothing: `dump` would otherwise show the digits.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
