/// Sixteen bytes that name one thing of one kind; written as 22 characters of base64url.
///
/// The kind keeps a device's name from being passed where a pair's is meant.
public struct Identifier<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Makes an identifier from its two halves.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an identifier from exactly 16 bytes, else nil.
    ///
    /// Inlinable, since every row of a store is read through it from another module.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        self.init(high: high, low: low)
    }

    /// Reads 22 characters of canonical base64url (RFC 4648, section 5, no padding), else nil.
    public init?(_ text: some StringProtocol) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Draws a random identifier.
    public static func random(using generator: inout some RandomNumberGenerator) -> Identifier {
        Identifier(high: generator.next(), low: generator.next())
    }

    /// The sixteen bytes in order.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(16)
        for half in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
            }
        }
        return result
    }

    /// The identifier in base64url, 22 characters.
    public var description: String { Base64URL.encode(bytes) }

    /// Orders identifiers as their bytes, so that time-ordered ones sort by time.
    public static func < (left: Identifier, right: Identifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// The kind of a device's identifier.
public enum DeviceKind {}
/// The kind of a person's identifier.
public enum PersonKind {}
/// The kind of an invite's identifier.
public enum InviteKind {}
/// The kind of a circle's identifier.
public enum CircleKind {}
/// The kind of a contact's identifier.
public enum ContactKind {}
/// The kind of an alarm's identifier.
public enum AlarmKind {}
/// The kind of a delivery's identifier.
public enum DeliveryKind {}
/// The kind of a document's identifier.
public enum DocumentKind {}

/// Names a device.
public typealias DeviceID = Identifier<DeviceKind>
/// Names a person.
public typealias PersonID = Identifier<PersonKind>
/// Names an invite.
public typealias InviteID = Identifier<InviteKind>
/// Names a circle: people who agreed to reach one another, or a person's own devices.
public typealias CircleID = Identifier<CircleKind>
/// Names a pair, which is a circle of two equals.
public typealias PairID = CircleID
/// Names a contact: somebody without the app.
public typealias ContactID = Identifier<ContactKind>
/// Names an alarm; made by its sender.
public typealias AlarmID = Identifier<AlarmKind>
/// Names a delivery: the UUIDv5 that is also its `apns-id`.
public typealias DeliveryID = Identifier<DeliveryKind>
/// Names a document among those of its kind.
public typealias DocumentID = Identifier<DocumentKind>
