/// A 16-byte identifier of one kind of thing; written as 22 characters of base64url.
///
/// The kind keeps a device's identifier from being passed where a pair's is meant.
public struct Identifier<Tag>: Hashable, Sendable, Comparable, CustomStringConvertible {
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
    /// Inlinable, since stores in other modules use it for every row.
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

/// Marks a device's identifier.
public enum DeviceTag {}
/// Marks a person's identifier.
public enum PersonTag {}
/// Marks an invite's identifier.
public enum InviteTag {}
/// Marks a circle's identifier.
public enum CircleTag {}
/// Marks a contact's identifier.
public enum ContactTag {}
/// Marks an alarm's identifier.
public enum AlarmTag {}
/// Marks a delivery's identifier.
public enum DeliveryTag {}
/// Marks a document's identifier.
public enum DocumentTag {}

/// Identifies a device.
public typealias DeviceID = Identifier<DeviceTag>
/// Identifies a person.
public typealias PersonID = Identifier<PersonTag>
/// Identifies an invite.
public typealias InviteID = Identifier<InviteTag>
/// Identifies a circle: people who agreed to reach one another, or a person's own devices.
public typealias CircleID = Identifier<CircleTag>
/// Identifies a pair, which is a circle of two equals.
public typealias PairID = CircleID
/// Identifies a contact: somebody without the app.
public typealias ContactID = Identifier<ContactTag>
/// Identifies an alarm; made by its sender.
public typealias AlarmID = Identifier<AlarmTag>
/// Identifies a delivery: the UUIDv5 that is also its `apns-id`.
public typealias DeliveryID = Identifier<DeliveryTag>
/// Identifies a document among those of its kind.
public typealias DocumentID = Identifier<DocumentTag>

extension Identifier where Tag == DocumentTag {
    /// The name of the document about a thing that has a name already: it has the same bytes.
    public init<Other>(of other: Identifier<Other>) {
        self.init(high: other.high, low: other.low)
    }
}

extension Identifier {
    /// The name of the thing that a document is about, as ``Identifier/init(of:)`` took it.
    public init(_ document: DocumentID) {
        self.init(high: document.high, low: document.low)
    }
}

extension Identifier where Tag == CircleTag {
    /// The circle of a person's own devices: it has the person's bytes.
    public init(own person: PersonID) {
        self.init(high: person.high, low: person.low)
    }
}
