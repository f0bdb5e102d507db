#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// A point of P-256; `P256Keys+CryptoKit.swift` has the same.
struct P256PublicKey: Sendable {
    /// What a P-256 SubjectPublicKeyInfo with an uncompressed point starts with (RFC 5480); the 65-byte point follows.
    private static let keyInfoPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    let key: PublicKeyHandle
    /// 0x04 ‖ x ‖ y.
    let x963: [UInt8]

    /// Takes 65 bytes that start with 0x04, and refuses those that are no point of the curve.
    init(x963 bytes: [UInt8]) throws(SealingError) {
        let keyInfo = Self.keyInfoPrefix + bytes
        let key = keyInfo.withUnsafeBufferPointer { keyInfo in
            var position = keyInfo.baseAddress
            return d2i_PUBKEY(nil, &position, keyInfo.count)
        }
        guard let key else {
            ERR_clear_error()
            throw .malformedKey("the point is not on the curve P-256")
        }
        try self.init(PublicKeyHandle(owning: key))
    }

    /// Reads a PEM `PUBLIC KEY`.
    init(pem: String) throws(SealingError) {
        guard let key = PEM.read(pem, with: { reveille_read_public_key($0) }) else {
            throw .malformedKey("expected a PEM block BEGIN PUBLIC KEY")
        }
        try self.init(PublicKeyHandle(owning: key))
    }

    fileprivate init(_ key: PublicKeyHandle) throws(SealingError) {
        let keyInfo = try key.keyInfo()
        guard
            keyInfo.count == Self.keyInfoPrefix.count + ES256.publicKeyByteCount,
            keyInfo.starts(with: Self.keyInfoPrefix)
        else { throw .malformedKey("expected a key on the curve P-256 with an uncompressed point") }
        self.key = key
        x963 = Array(keyInfo.dropFirst(Self.keyInfoPrefix.count))
    }

    /// A PEM `PUBLIC KEY`.
    func pem() throws(SealingError) -> String {
        try PEM.write { PEM_write_bio_PUBKEY($0, key.key) }
    }

    /// Whether `signature`, r ‖ s, is one over SHA-256 of `message`.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let der = SignatureForm.der(fromRaw: signature) else { return false }
        return key.verify(der: der, message: message)
    }
}

/// A private key of P-256; `P256Keys+CryptoKit.swift` has the same.
struct P256PrivateKey: Sendable {
    /// An ECPrivateKey (RFC 5915) around the private key's 32 bytes; the public part is left out, and computed.
    private static let scalarPrefix: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let scalarSuffix: [UInt8] = [
        0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]

    let key: PublicKeyHandle

    init() throws(SealingError) {
        guard let key = reveille_p256_generate() else { throw .fromLibrary("a P-256 key's generation") }
        self.init(PublicKeyHandle(owning: key))
    }

    /// Takes a number of 32 bytes, and refuses zero and those above the curve's order.
    init(scalar: SecretBytes) throws(SealingError) {
        var der = Self.scalarPrefix + scalar.revealed() + Self.scalarSuffix
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
        self.init(handle)
    }

    /// Reads a PEM `PRIVATE KEY` or `EC PRIVATE KEY`.
    init(pem: String) throws(SealingError) {
        guard let key = PEM.read(pem, with: { reveille_read_private_key($0) }) else {
            throw .malformedKey("expected an unencrypted PEM block BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY")
        }
        let handle = PublicKeyHandle(owning: key)
        guard handle.isElliptic else { throw .malformedKey("expected a key on the curve P-256") }
        guard handle.isConsistent else {
            throw .malformedKey("its public part does not belong to its private part")
        }
        self.init(handle)
    }

    private init(_ key: PublicKeyHandle) {
        self.key = key
    }

    /// A PEM `PRIVATE KEY`.
    func pem() throws(SealingError) -> String {
        try PEM.write { reveille_write_pkcs8($0, key.key) }
    }

    /// The point that belongs to it.
    func publicKey() throws(SealingError) -> P256PublicKey { try P256PublicKey(key) }

    /// The number, 32 bytes.
    func scalar() throws(SealingError) -> SecretBytes {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key.key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else {
            throw .fromLibrary("a private key's export")
        }
        defer { BN_clear_free(number) }
        return try SecretBytes(count: ES256.PrivateKey.scalarByteCount) { (buffer) throws(SealingError) in
            let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard BN_bn2binpad(number, bytes, Int32(buffer.count)) == Int32(buffer.count) else {
                throw .fromLibrary("a private key's export")
            }
        }
    }

    /// The signature over SHA-256 of `message`: r ‖ s.
    func sign(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        let der = try key.signDER(message)
        guard let raw = SignatureForm.raw(fromDER: der) else { throw .fromLibrary("ES256") }
        return raw
    }

    /// The x-coordinate of the ECDH point.
    func agree(with peer: P256PublicKey, count: Int) throws(SealingError) -> SecretBytes {
        try key.agree(with: peer.key, count: count)
    }
}
#endif
