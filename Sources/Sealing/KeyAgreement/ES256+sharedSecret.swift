internal import COpenSSL

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

    /// An ECPrivateKey (RFC 5915) around the private key's 32 bytes; the public part is left out, and computed.
    private static let keyPrefix: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let keySuffix: [UInt8] = [
        0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]

    /// Takes up a private key as a big-endian number of exactly 32 bytes.
    ///
    /// - Throws: `SealingError.malformedKey` for another length, for zero, and for numbers above the curve's order.
    public init(scalar: SecretBytes) throws(SealingError) {
        guard scalar.count == Self.scalarByteCount else {
            throw .malformedKey("a P-256 private key is a number of 32 bytes")
        }
        var der = Self.keyPrefix + scalar.revealed() + Self.keySuffix
        defer { der.wipe() }
        let key = der.withUnsafeBufferPointer { der in
            var position = der.baseAddress
            return d2i_PrivateKey(EVP_PKEY_EC, nil, &position, der.count)
        }
        guard let key else {
            ERR_clear_error()
            throw .malformedKey("the number is no P-256 private key")
        }
        let handle = PublicKeyHandle(owning: key)
        guard handle.isConsistent else { throw .malformedKey("the number is no P-256 private key") }
        try self.init(handle)
    }

    /// The private key as a big-endian number of 32 bytes.
    ///
    /// - Throws: `SealingError.library`.
    public func scalar() throws(SealingError) -> SecretBytes {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(handle.key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else {
            throw .fromLibrary("a private key's export")
        }
        defer { BN_clear_free(number) }
        return try SecretBytes(count: Self.scalarByteCount) { (buffer) throws(SealingError) in
            let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard BN_bn2binpad(number, bytes, Int32(buffer.count)) == Int32(buffer.count) else {
                throw .fromLibrary("a private key's export")
            }
        }
    }
}
