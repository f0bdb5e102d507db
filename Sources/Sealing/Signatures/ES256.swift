import AlarmCore
internal import COpenSSL

/// ECDSA on P-256 with SHA-256, signatures as JWS writes them: r ‖ s, 64 bytes (RFC 7518, section 3.4).
public enum ES256 {
    /// The length of a signature: 64 bytes.
    public static let signatureByteCount = 64
    /// The length of a public key in X9.63 form: 0x04, then x and y of 32 bytes each.
    public static let publicKeyByteCount = 65

    /// What a P-256 SubjectPublicKeyInfo with an uncompressed point starts with (RFC 5480); the 65-byte point follows.
    static let keyInfoPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}

extension ES256 {
    /// A P-256 public key whose point was checked to lie on the curve.
    public struct PublicKey: Sendable {
        /// The point as 0x04 ‖ x ‖ y, 65 bytes (ANSI X9.63).
        public let x963: [UInt8]
        let handle: PublicKeyHandle

        /// Reads 65 bytes, 0x04 ‖ x ‖ y.
        ///
        /// - Throws: `SealingError.malformedKey` for another form or a point that is not on the curve.
        public init(x963 bytes: [UInt8]) throws(SealingError) {
            guard bytes.count == ES256.publicKeyByteCount, bytes.first == 0x04 else {
                throw .malformedKey("a P-256 public key is 65 bytes, the first of them 04")
            }
            let keyInfo = ES256.keyInfoPrefix + bytes
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

        /// Reads a PEM `PUBLIC KEY` (SubjectPublicKeyInfo).
        ///
        /// - Throws: `SealingError.malformedKey`, also for another curve or a compressed point.
        public init(pem: String) throws(SealingError) {
            guard let key = PEM.read(pem, with: { reveille_read_public_key($0) }) else {
                throw .malformedKey("expected a PEM block BEGIN PUBLIC KEY")
            }
            try self.init(PublicKeyHandle(owning: key))
        }

        init(_ handle: PublicKeyHandle) throws(SealingError) {
            let keyInfo = try handle.keyInfo()
            guard
                keyInfo.count == ES256.keyInfoPrefix.count + ES256.publicKeyByteCount,
                keyInfo.starts(with: ES256.keyInfoPrefix)
            else { throw .malformedKey("expected a key on the curve P-256 with an uncompressed point") }
            self.handle = handle
            self.x963 = Array(keyInfo.dropFirst(ES256.keyInfoPrefix.count))
        }

        /// The key as a PEM `PUBLIC KEY` (SubjectPublicKeyInfo), as `openssl ec -pubout` writes it.
        ///
        /// - Throws: `SealingError.library`.
        public func pem() throws(SealingError) -> String {
            try PEM.write { PEM_write_bio_PUBKEY($0, handle.key) }
        }

        /// Whether `signature`, r ‖ s, was made over `message` with this key's private key.
        ///
        /// Both (r, s) and (r, −s) are valid, as ECDSA has it: a signature must not be used as a unique name.
        public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard let der = SignatureForm.der(fromRaw: signature) else { return false }
            return handle.verify(der: der, message: message)
        }

        /// Whether `signature`, in base64url, is that of the JWS signing input (RFC 7515, section 5.2).
        public func isValid(_ signature: String, forJWSSigningInput input: String) -> Bool {
            guard let raw = Base64URL.decode(signature) else { return false }
            return isValid(raw, for: Array(input.utf8))
        }
    }
}

extension ES256.PublicKey: Hashable {
    /// Whether both are the same point.
    public static func == (left: ES256.PublicKey, right: ES256.PublicKey) -> Bool { left.x963 == right.x963 }
    /// Feeds the point to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}
