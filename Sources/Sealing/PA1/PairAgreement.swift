/// The keys that the two sides of a pairing share after the key exchange, before either has confirmed (PA1 section 4).
///
/// `PRK = Extract(th, ss ‖ ASCII(S))`. A side that does not know S, or saw another transcript, has another PRK: the
/// confirmations do not open and the digits differ.
public struct PairAgreement: Sendable, Redacting {
    /// Seals the confirmation that the inviter sends.
    public let inviterConfirmation: SymmetricKey
    /// Seals the confirmation that the claimer sends.
    public let claimerConfirmation: SymmetricKey
    /// `Expand(PRK, "pa1 link", 32)`: seals what the inviter hands over to another device of its own person.
    public let link: SymmetricKey
    /// Six digits that the claimer's device shows and the inviter types; if they differ, the pairing was tampered with.
    public let digits: String
    /// The keys of the pair, at generation 0; to be stored only once both confirmations were opened.
    public let keys: PairKeys

    /// Computes the agreement on the `side` that owns `ownKey`.
    ///
    /// - Parameters:
    ///   - side: the side of this device.
    ///   - ownKey: this side's ephemeral private key; its public key is put into the transcript by the caller.
    ///   - transcript: the public values that this side has seen.
    ///   - secret: S of the code.
    /// - Throws: `SealingError.noSharedSecret` if the peer's key is of small order, `.malformedKey` if `ownKey` is not
    ///   the one in the transcript, `.tooLong` or `.library`.
    public init(
        side: PairSide,
        ownKey: X25519.PrivateKey,
        transcript: PairingTranscript,
        secret: PairingSecret
    ) throws(SealingError) {
        let (own, peer) =
            side == .inviter
            ? (transcript.inviterKey, transcript.claimerKey) : (transcript.claimerKey, transcript.inviterKey)
        guard own == ownKey.publicKey else { throw .malformedKey("the transcript holds another key for this side") }
        let hash = try transcript.hash()
        let shared = try ownKey.sharedSecret(with: peer)
        let root = try HKDF.extract(salt: hash, inputKey: shared.appending(secret.symbols.utf8))
        inviterConfirmation = try HKDF.expandKey(root, label: "pa1 confirm A")
        claimerConfirmation = try HKDF.expandKey(root, label: "pa1 confirm B")
        link = try HKDF.expandKey(root, label: "pa1 link")
        digits = try Self.digits(root)
        keys = PairKeys(side: side, transcriptHash: hash, firstGenerationKey: root)
    }

    /// The confirmation key of the box that `sender` makes.
    public func confirmation(from sender: PairSide) -> SymmetricKey {
        sender == .inviter ? inviterConfirmation : claimerConfirmation
    }

    /// `uint64_be(Expand(PRK, "pa1 sas", 8)) mod 10⁶`, with leading zeros.
    private static func digits(_ root: SecretBytes) throws(SealingError) -> String {
        let bytes = try HKDF.expand(root, label: "pa1 sas", count: 8).revealed()
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let digits = String(number)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
