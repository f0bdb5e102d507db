public import AlarmCore

/// A person's public member key in a circle, as reported by those who admit them or are admitted by them (PA1 section
/// 4).
///
/// It travels only inside sealed texts, so that a relay cannot substitute another key.
public struct MemberKey: Hashable, WireMessage {
    /// The person who owns the key.
    public var person: PersonID
    /// The X25519 public key, 32 bytes.
    public var publicKey: [UInt8]
    /// The time of the key, as first recorded; of two keys of a person the later one holds.
    public var since: Instant

    /// Makes a member key.
    public init(person: PersonID, publicKey: [UInt8], since: Instant) {
        self.person = person
        self.publicKey = publicKey
        self.since = since
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        publicKey = try object.bytes("pk", count: 32)
        since = try object.instant("since")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["personId": .identifier(person), "pk": .bytes(publicKey), "since": .instant(since)])
    }
}
