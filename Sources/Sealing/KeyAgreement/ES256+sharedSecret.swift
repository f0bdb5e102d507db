extension ES256.PrivateKey {
    /// The length of a secret that two P-256 keys share: 32 bytes.
    static let sharedSecretByteCount = 32

    /// The secret shared with the owner of `peer`'s private key: the x-coordinate of their ECDH point (SEC 1, 3.3.1).
    ///
    /// - Throws: `SealingError.noSharedSecret`, `.library`.
    public func sharedSecret(with peer: ES256.PublicKey) throws(SealingError) -> SecretBytes {
        try handle.agree(with: peer.handle, count: Self.sharedSecretByteCount)
    }
}

extension ES256.PrivateKey {
    /// The length of a private key as a number: 32 bytes.
    public static let scalarByteCount = 32

    /// Takes up a private key as a big-endian number of exactly 32 bytes.
    ///
    /// - Throws: `SealingError.malformedKey` for another length, for zero, and for numbers above the curve's order.
    public init(scalar: SecretBytes) throws(SealingError) {
        guard scalar.count == Self.scalarByteCount else {
            throw .malformedKey("a P-256 private key is a number of 32 bytes")
        }
        try self.init(P256PrivateKey(scalar: scalar))
    }

    /// The private key as a big-endian number of 32 bytes.
    ///
    /// - Throws: `SealingError.library`.
    public func scalar() throws(SealingError) -> SecretBytes {
        try handle.scalar()
    }
}
