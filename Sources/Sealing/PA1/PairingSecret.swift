/// S of a pairing code: 70 bits that are at once a shared secret and the fingerprint of the inviter's key.
///
/// It reaches the claimer by eye or camera and is never sent to the relay (PA1 section 1). It never prints itself: use
/// `symbols` where a code is shown.
public struct PairingSecret: Sendable, Equatable {
    /// The number of symbols, of 5 bits each.
    public static let symbolCount = 14

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The 14 symbols of Crockford's base-32 alphabet, in upper case.
    public let symbols: String

    /// Makes a secret of 14 symbols that are already in upper case.
    ///
    /// - Throws: `SealingError.malformedPairingSecret`.
    public init(symbols: some StringProtocol) throws(SealingError) {
        guard symbols.utf8.count == Self.symbolCount, symbols.utf8.allSatisfy(Self.alphabet.contains) else {
            throw .malformedPairingSecret
        }
        self.symbols = String(symbols)
    }

    /// The first 70 bits of `SHA-256("pa1 code" ‖ 0x00 ‖ pkA)`, five to a symbol.
    ///
    /// - Throws: `SealingError.library`.
    public init(fingerprintOf inviterKey: X25519.PublicKey) throws(SealingError) {
        let digest = try SHA256.hash(Array("pa1 code".utf8) + [0x00] + inviterKey.bytes)
        var symbols: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in digest where symbols.count < Self.symbolCount {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5, symbols.count < Self.symbolCount {
                bits -= 5
                symbols.append(Self.alphabet[Int(buffer >> UInt32(bits) & 0x1F)])
            }
        }
        self.symbols = String(decoding: symbols, as: UTF8.self)
    }

    /// Whether this is the fingerprint of `inviterKey`, which the claimer checks before trusting the key.
    ///
    /// - Throws: `SealingError.library`.
    public func isFingerprint(of inviterKey: X25519.PublicKey) throws(SealingError) -> Bool {
        try PairingSecret(fingerprintOf: inviterKey) == self
    }

    /// Whether both are the same symbols, compared in constant time.
    public static func == (left: PairingSecret, right: PairingSecret) -> Bool {
        ConstantTime.equal(Array(left.symbols.utf8), Array(right.symbols.utf8))
    }
}

extension PairingSecret: Redacting {}
