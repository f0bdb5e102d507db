import AlarmCore
public import AlarmWire
import Sealing

extension InviterPairing: WireMessage {
    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            inviteID: try object.identifier("inviteId"),
            code: try object.code(),
            relay: try object.relay("relay"),
            expiresAt: try object.instant("expiresAt"),
            purpose: try object.optionalWord("purpose") ?? .partner,
            circle: try object.optionalIdentifier("circleId"),
            key: try object.privateKey("key")
        )
        recipient = try object.optionalObject("recipient")
        answer = try object.optionalObject("answer")
        partnerName = try object.optionalString("partnerName", bytes: 1...256)
        memberKey = try object.optionalText("memberKey", expected: "32 bytes in base64url") { Base64URL.decode($0) }
        wrongDigits = try object.count("wrongDigits")
        confirmation = try object.optionalSealed("confirmation", limit: SealedText.parcelLimit)
        parcels = try object.optionalList("parcels", of: HandOver.self).map(\.box)
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: [
            "inviteId": .identifier(inviteID),
            "locator": .string(code.locator),
            "secret": .string(code.secret),
            "relay": .string(relay.text),
            "expiresAt": .instant(expiresAt),
            "purpose": .word(purpose),
            "circleId": circle.map(JSONValue.identifier),
            "key": .secret(key.secret),
            "recipient": recipient?.json,
            "answer": answer?.json,
            "partnerName": partnerName.map(JSONValue.string),
            "memberKey": memberKey.map(JSONValue.bytes),
            "wrongDigits": .integer(wrongDigits),
            "confirmation": confirmation.map { .string($0.text) },
            "parcels": .array(parcels.map { HandOver(box: $0).json }),
        ])
    }
}

extension ClaimerPairing: WireMessage {
    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            inviteID: try object.identifier("inviteId"),
            partnerName: try object.string("partnerName", bytes: 1...256),
            purpose: try object.optionalWord("purpose") ?? .partner,
            role: try object.optionalWord("role"),
            expiresAt: try object.instant("expiresAt"),
            code: try object.code(),
            relay: try object.relay("relay"),
            inviterKey: try object.publicKey("inviterKey")
        )
        key = try object.optionalPrivateKey("key")
        answer = try object.optionalObject("answer")
        isConfirmed = try object.bool("confirmed")
        handedOver = try object.optionalList("handedOver")
        handedCircles = try object.optionalList("handedCircles")
        memberKey = try object.optionalPrivateKey("memberKey")
        introduction = try object.optionalObject("introduction")
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: [
            "inviteId": .identifier(inviteID),
            "partnerName": .string(partnerName),
            "purpose": .word(purpose),
            "role": role.map { .string($0.rawValue) },
            "expiresAt": .instant(expiresAt),
            "locator": .string(code.locator),
            "secret": .string(code.secret),
            "relay": .string(relay.text),
            "inviterKey": .bytes(inviterKey.bytes),
            "key": (key?.secret).map(JSONValue.secret),
            "answer": answer?.json,
            "confirmed": .bool(isConfirmed),
            "handedOver": .array(handedOver.map(\.json)),
            "handedCircles": .array(handedCircles.map(\.json)),
            "memberKey": (memberKey?.secret).map(JSONValue.secret),
            "introduction": introduction?.json,
        ])
    }
}

extension ObjectReader {
    mutating func relay(_ name: String) throws(WireError) -> Origin {
        try text(name, expected: "an origin in lower case, https://host[:port]") { Origin(canonical: $0) }
    }

    fileprivate mutating func code() throws(WireError) -> PairingCode {
        let locator = try string("locator", bytes: 5...5)
        let secret = try string("secret", bytes: 14...14)
        guard let code = PairingCode(locator: locator, secret: secret) else {
            throw error(.expected("the symbols of a code"), at: "locator")
        }
        return code
    }

    fileprivate mutating func privateKey(_ name: String) throws(WireError) -> X25519.PrivateKey {
        try secret(name, count: 32) { (bytes) throws(SealingError) in try X25519.PrivateKey(secret: bytes) }
    }

    fileprivate mutating func optionalPrivateKey(_ name: String) throws(WireError) -> X25519.PrivateKey? {
        try optionalText(name, expected: "32 bytes of key material") { text in
            Base64URL.decode(text).flatMap { try? X25519.PrivateKey(secret: SecretBytes($0)) }
        }
    }

    fileprivate mutating func publicKey(_ name: String) throws(WireError) -> X25519.PublicKey {
        try text(name, expected: "32 bytes in base64url") { text in
            Base64URL.decode(text).flatMap { try? X25519.PublicKey(bytes: $0) }
        }
    }
}
