/// A compact JWE with a direct key, opaque to everybody but its addressee (RFC 7516, section 7.1).
///
/// Only the shape is checked here: five parts of base64url characters, an empty second part, no other part empty.
public struct SealedText: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Takes a text of the right shape; nil for any other.
    public init?(_ text: String) {
        var dots = 0
        var partLength = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard (partLength == 0) == (dots == 1) else { return nil }
                dots += 1
                partLength = 0
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                partLength += 1
            default:
                return nil
            }
        }
        guard dots == 4, partLength > 0 else { return nil }
        self.text = text
    }

    /// Restores a text whose shape was checked before it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// The most bytes of a sealed message or reply: 2,048 bytes of padded text, sealed, with room for its header: 3,072.
    public static let messageLimit = 3072
    /// The most bytes of a sealed greeting or answer while pairing: 2,048.
    public static let boxLimit = 2048
    /// The most bytes of a sealed parcel from one device of a person to another, of an inviter's confirmation, and of an
    /// introduction: 5,632, which with the rest of its request fits into an envelope.
    public static let parcelLimit = 5632
}

extension SealedText: CustomStringConvertible {
    /// The length only; the text itself does not belong in a log.
    public var description: String { "sealed text of \(text.utf8.count) bytes" }
}
