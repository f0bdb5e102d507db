public import AlarmCore

/// Somebody's public member key in a circle, by the word of who lets them in or is let in by them (PA1 section 4).
///
/// It travels only inside sealed texts, so that a relay can put no other key in its place.
public struct MemberKey: Hashable, WireMessage {
    /// Whose.
    public var person: PersonID
    /// The X25519 public key, 32 bytes.
    public var publicKey: [UInt8]
    /// Since when, by whoever heard of it first hand; of two keys of a person the later one holds.
    public var since: Instant

    /// Names a key.
    public init(person: PersonID, publicKey: [UInt8], since: Instant) {
        self.person = person
        self.publicKey = publicKey
        self.since = since
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        publicKey = try object.bytes("pk", count: 32)
        since = try object.instant("since")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["personId": .identifier(person), "pk": .bytes(publicKey), "since": .instant(since)])
    }
}
