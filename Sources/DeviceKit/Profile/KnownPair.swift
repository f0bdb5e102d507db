public import AlarmCore
public import AlarmWire
import Sealing

/// A pair as a device keeps it.
public struct KnownPair: Sendable {
    /// The secrets of an active pair.
    struct Secrets: Sendable {
        var keys: PairKeys
        var partnerToken: PartnerToken
        /// The number of messages sealed in the present generation.
        var sealedMessages = 0
        /// The time at which the present generation began.
        var generationBegan: Instant
    }

    /// Identifier.
    public let id: PairID
    /// The partner's display name.
    public let partnerName: String
    /// The time at which it became active.
    public let since: Instant
    /// The time at which this device learnt that it has ended.
    public internal(set) var endedAt: Instant?
    /// The secrets; nil as soon as the pair has ended.
    var secrets: Secrets?

    init(
        id: PairID,
        partnerName: String,
        since: Instant,
        keys: PairKeys,
        partnerToken: PartnerToken
    ) {
        self.id = id
        self.partnerName = partnerName
        self.since = since
        self.secrets = Secrets(keys: keys, partnerToken: partnerToken, generationBegan: since)
    }

    private init(id: PairID, partnerName: String, since: Instant) {
        self.id = id
        self.partnerName = partnerName
        self.since = since
    }

    /// Whether either side may still ring the other.
    public var isActive: Bool { secrets != nil }

    /// The generation of message keys under which this side seals; nil once the pair has ended.
    public var keyGeneration: UInt32? { secrets?.keys.generation }

    /// Deletes keys and token; only a name to show remains.
    mutating func end(at now: Instant) {
        guard isActive else { return }
        secrets = nil
        endedAt = now
    }

    /// Seals `message` for the partner, under a new generation of keys if one is due.
    mutating func seal(_ message: MessagePlaintext, at now: Instant) throws(DeviceError) -> SealedText {
        guard var secrets else { throw .pairEnded(id) }
        let plaintext = message.wire
        guard plaintext.count <= PaddedMessage.sizes.last ?? 0 else {
            throw .textTooLong(bytes: plaintext.count, limit: PaddedMessage.sizes.last ?? 0)
        }
        return try DeviceError.mapping {
            if PairKeys.isRotationDue(messages: secrets.sealedMessages, since: secrets.generationBegan, now: now) {
                try secrets.keys.rotate()
                secrets.sealedMessages = 0
                secrets.generationBegan = now
            }
            let sealed = try secrets.keys.seal(plaintext)
            secrets.sealedMessages += 1
            self.secrets = secrets
            return try SealedText(whole: sealed)
        }
    }

    /// Opens a message that the partner sealed, and advances to its generation of keys.
    ///
    /// - Throws: `SealingError.unknownGeneration` when it is not sealed under a key of this pair.
    mutating func open(_ message: CompactJWE, at now: Instant) throws(SealingError) -> [UInt8] {
        guard var secrets else { throw .unknownGeneration }
        let generation = secrets.keys.generation
        let plaintext = try secrets.keys.open(message)
        if secrets.keys.generation != generation {
            secrets.sealedMessages = 0
            secrets.generationBegan = now
        }
        self.secrets = secrets
        return plaintext
    }
}

extension KnownPair: WireMessage {
    private static let stateByteCount = 74

    /// Reads the members of the JSON object in a profile.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            id: try object.identifier("pairId"),
            partnerName: try object.string("partnerName", bytes: 1...256),
            since: try object.instant("since")
        )
        endedAt = try object.optionalInstant("endedAt")
        guard endedAt == nil else { return }
        let keys = try object.secret("keys", count: Self.stateByteCount) { (state) throws(SealingError) in
            try PairKeys(state: state)
        }
        let token = try object.text("partnerToken", expected: "16 bytes in base64url") { PartnerToken($0) }
        secrets = Secrets(
            keys: keys,
            partnerToken: token,
            sealedMessages: try object.count("sealedMessages"),
            generationBegan: try object.instant("generationBegan")
        )
    }

    /// The JSON object in a profile.
    public var json: JSONValue {
        .object(of: [
            "pairId": .identifier(id),
            "partnerName": .string(partnerName),
            "since": .instant(since),
            "endedAt": endedAt.map(JSONValue.instant),
            "keys": (secrets?.keys.state).map(JSONValue.secret),
            "partnerToken": (secrets?.partnerToken.text).map(JSONValue.string),
            "sealedMessages": (secrets?.sealedMessages).map { .integer($0) },
            "generationBegan": (secrets?.generationBegan).map(JSONValue.instant),
        ])
    }
}

extension KnownPair: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Name and state, no secrets.
    public var description: String { "pair \(id) with \(partnerName.debugDescription)\(isActive ? "" : " (ended)")" }

    /// Name and state, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "partnerName": partnerName]) }
}
