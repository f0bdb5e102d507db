public import AlarmCore

/// `POST /v1/invites/{id}/answer`: the claimer's public key and sealed answer (PA1 section 4, step 3).
public struct AnswerInvite: Hashable, WireMessage {
    /// The claimer's ephemeral X25519 public key, 32 bytes.
    public var publicKey: [UInt8]
    /// The claimer's sealed answer; see ``ConfirmBox``.
    public var box: SealedText

    /// Makes a request.
    public init(publicKey: [UInt8], box: SealedText) {
        self.publicKey = publicKey
        self.box = box
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        publicKey = try object.bytes("pk", count: 32)
        box = try object.sealed("box", limit: SealedText.boxLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["pk": .bytes(publicKey), "box": .sealed(box)])
    }
}

/// `POST /v1/invites/{id}/confirm`: the inviter's sealed statement that the digits agreed (PA1 section 4, step 5).
public struct ConfirmInvite: Hashable, WireMessage {
    /// The inviter's sealed confirmation; see ``ConfirmBox``.
    public var box: SealedText

    /// Makes a request.
    public init(box: SealedText) {
        self.box = box
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        box = try object.sealed("box", limit: SealedText.parcelLimit)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["box": .sealed(box)])
    }
}
