import AlarmCore
public import AlarmWire
import Sealing

extension KnownCircle: WireMessage {
    /// Reads the members of the JSON object in a profile or a parcel.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            id: try object.identifier("circleId"),
            person: try object.identifier("personId"),
            key: try object.secret("key", count: X25519.byteCount) { (bytes) throws(SealingError) in
                try X25519.PrivateKey(secret: bytes)
            },
            since: try object.instant("since"),
            members: try object.array("members", limit: Circle.largestSize),
            former: try object.optionalMessages("former", of: KnownMember.self, limit: Circle.largestSize) ?? [],
            departed: try object.optionalMessages("departed", of: KnownMember.self, limit: Circle.largestSize) ?? [],
            sealedFor: try object.optionalString("sealedFor", bytes: 1...64),
            letsTitlesBeRead: try object.optionalBool("titles") ?? false
        )
    }

    /// The JSON object in a profile or a parcel.
    public var json: JSONValue {
        .object(of: [
            "circleId": .identifier(id),
            "personId": .identifier(person),
            "key": .secret(key.secret),
            "since": .instant(since),
            "members": .array(members.map(\.json)),
            "former": former.isEmpty ? nil : .array(former.map(\.json)),
            "departed": departed.isEmpty ? nil : .array(departed.map(\.json)),
            "sealedFor": sealedFor.map(JSONValue.string),
            "titles": letsTitlesBeRead ? true : nil,
        ])
    }
}

extension KnownMember: WireMessage {
    /// Reads the members of the JSON object in a profile or a parcel.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let person: PersonID = try object.identifier("personId")
        let key = try object.text("pk", expected: "32 bytes in base64url") { text in
            Base64URL.decode(text).flatMap { try? X25519.PublicKey(bytes: $0) }
        }
        self.init(
            person: person,
            key: key,
            since: try object.instant("since"),
            name: try object.optionalString("name", bytes: 1...256)
        )
    }

    /// The JSON object in a profile or a parcel.
    public var json: JSONValue {
        .object(of: [
            "personId": .identifier(person),
            "pk": .bytes(key.bytes),
            "since": .instant(since),
            "name": name.map(JSONValue.string),
        ])
    }
}
