/// The keys that both sides derive from a pairing code's secret before they have agreed on a key (PA1 section 4).
///
/// `PRK_c = Extract("pa1 code", ASCII(S))`.
public struct InviteKeys: Sendable, Redacting {
    /// `Expand(PRK_c, "pa1 claim", 32)`: proves to the relay that the claimer knows S.
    public let claimAuth: [UInt8]
    /// `SHA-256(claimAuth)`: the value that the inviter gives to the relay.
    public let verifier: [UInt8]
    /// `Expand(PRK_c, "pa1 hello", 32)`: seals the inviter's hello for the claimer.
    public let hello: SymmetricKey

    /// Derives the three values.
    ///
    /// - Throws: `SealingError.library`.
    public init(_ secret: PairingSecret) throws(SealingError) {
        let input = SecretBytes(secret.symbols.utf8)
        let key = try HKDF.extract(salt: Array("pa1 code".utf8), inputKey: input)
        claimAuth = try HKDF.expand(key, label: "pa1 claim", count: 32).revealed()
        verifier = try Self.verifier(of: claimAuth)
        hello = try HKDF.expandKey(key, label: "pa1 hello")
    }

    /// `SHA-256(claimAuth)`, which the relay compares in constant time with the verifier it holds.
    ///
    /// - Throws: `SealingError.library`.
    public static func verifier(of claimAuth: [UInt8]) throws(SealingError) -> [UInt8] {
        try SHA256.hash(claimAuth)
    }
}
