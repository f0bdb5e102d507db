public import AlarmCore

/// The keys that two members of a circle share through their member keys (PA1 section 4, *Keys of members*).
///
/// `ss = X25519(x, pkY)`; `th = SHA-256(LP("pa1 member") ‖ LP(origin) ‖ LP(circleId) ‖ LP(personId_A) ‖ LP(pk_A) ‖
/// LP(personId_B) ‖ LP(pk_B))`, A being the one whose id has the smaller bytes; `PRK = Extract(th, ss)`. Every key is
/// expanded from it as a pair's are, and stays at generation 0: both private keys are kept, so that a ratchet would
/// gain nothing.
///
/// A person also has an agreement with themselves, as A: one of their devices uses it to write for the others.
public struct MemberAgreement: Sendable, Redacting {
    /// One member as known to the other.
    public struct Member: Sendable, Hashable {
        /// The person.
        public var person: PersonID
        /// The public half of their member key.
        public var key: X25519.PublicKey

        /// Makes a member.
        public init(person: PersonID, key: X25519.PublicKey) {
            self.person = person
            self.key = key
        }
    }

    private let keys: PairKeys
    private let isWithSelf: Bool

    /// Computes the agreement of `person`, who has `ownKey`, with `other`.
    ///
    /// - Parameters:
    ///   - origin: the relay, as in a pairing's transcript.
    ///   - circle: the circle; a person has another member key in every one.
    ///   - person: this side.
    ///   - ownKey: this side's member key.
    ///   - other: the other side; `person` themselves, with the same key, for their own devices.
    /// - Throws: `SealingError.noSharedSecret` if the other's key is of small order, `.tooLong` or `.library`.
    public init(
        origin: String,
        circle: CircleID,
        person: PersonID,
        ownKey: X25519.PrivateKey,
        with other: Member
    ) throws(SealingError) {
        let own = Member(person: person, key: ownKey.publicKey)
        let isFirst = person <= other.person
        var transcript: [UInt8] = []
        try transcript.appendLengthPrefixed("pa1 member".utf8)
        try transcript.appendLengthPrefixed(origin.utf8)
        try transcript.appendLengthPrefixed(circle.bytes)
        for member in isFirst ? [own, other] : [other, own] {
            try transcript.appendLengthPrefixed(member.person.bytes)
            try transcript.appendLengthPrefixed(member.key.bytes)
        }
        let hash = try SHA256.hash(transcript)
        let root = try HKDF.extract(salt: hash, inputKey: ownKey.sharedSecret(with: other.key))
        keys = PairKeys(side: isFirst ? .inviter : .claimer, transcriptHash: hash, firstGenerationKey: root)
        isWithSelf = person == other.person
    }

    /// The key under which this side seals for the other.
    ///
    /// - Throws: `SealingError.library`.
    public func sending() throws(SealingError) -> MessageKey {
        try keys.sending()
    }

    /// Whether the key id of `message` says that the other sealed it for this side.
    ///
    /// - Throws: `SealingError.library`.
    public func isAddressed(by message: CompactJWE) throws(SealingError) -> Bool {
        try message.keyID == keys.messageKey(from: isWithSelf ? keys.side : keys.side.other, at: 0).keyID
    }

    /// Pads and seals `message` for the other.
    ///
    /// - Parameter message: JSON in UTF-8, at most 2,048 bytes.
    /// - Returns: a compact JWE.
    /// - Throws: `SealingError.tooLong`, `.randomnessUnavailable`, `.library`.
    public func seal(_ message: [UInt8]) throws(SealingError) -> String {
        try keys.seal(message)
    }

    /// Opens a message that the other sealed for this side, padding included.
    ///
    /// - Throws: `SealingError.unknownGeneration` for a message not sealed under these keys, `.cannotOpen`, `.library`.
    public func open(_ message: CompactJWE) throws(SealingError) -> [UInt8] {
        guard !isWithSelf else { return try keys.openOwn(message) }
        var keys = keys
        return try keys.open(message)
    }
}
