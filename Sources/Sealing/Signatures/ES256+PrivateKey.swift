import AlarmCore
internal import COpenSSL

extension ES256 {
    /// A P-256 private key; OpenSSL wipes it when the last copy is released, and it is never printed.
    public struct PrivateKey: Sendable {
        /// The matching public key.
        public let publicKey: PublicKey
        let handle: PublicKeyHandle

        /// Makes a new key.
        ///
        /// - Throws: `SealingError.library`.
        public init() throws(SealingError) {
            guard let key = reveille_p256_generate() else { throw .fromLibrary("a P-256 key's generation") }
            try self.init(PublicKeyHandle(owning: key))
        }

        /// Reads an unencrypted PEM key: PKCS#8 `PRIVATE KEY`, as Apple's `.p8` files are, or SEC1 `EC PRIVATE KEY`.
        ///
        /// - Throws: `SealingError.malformedKey`, also for another curve or a public part that does not belong to it.
        public init(pem: String) throws(SealingError) {
            guard let key = PEM.read(pem, with: { reveille_read_private_key($0) }) else {
                throw .malformedKey("expected an unencrypted PEM block BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY")
            }
            let handle = PublicKeyHandle(owning: key)
            guard handle.isElliptic else { throw .malformedKey("expected a key on the curve P-256") }
            guard handle.isConsistent else {
                throw .malformedKey("its public part does not belong to its private part")
            }
            try self.init(handle)
        }

        init(_ handle: PublicKeyHandle) throws(SealingError) {
            self.publicKey = try PublicKey(handle)
            self.handle = handle
        }

        /// The key as an unencrypted PEM `PRIVATE KEY` (PKCS#8), the form of Apple's `.p8` files.
        ///
        /// - Throws: `SealingError.library`.
        public func pem() throws(SealingError) -> String {
            try PEM.write { reveille_write_pkcs8($0, handle.key) }
        }

        /// The signature of `message`: r ‖ s, 64 bytes.
        ///
        /// - Throws: `SealingError.library`.
        public func sign(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
            let der = try handle.signDER(message)
            guard let raw = SignatureForm.raw(fromDER: der) else { throw .fromLibrary("ES256") }
            return raw
        }

        /// The signature of a JWS signing input, `header.payload`, in base64url (RFC 7515, section 5.1).
        ///
        /// - Throws: `SealingError.library`.
        public func sign(jwsSigningInput input: String) throws(SealingError) -> String {
            Base64URL.encode(try sign(Array(input.utf8)))
        }
    }
}

extension ES256.PrivateKey: Redacting {}
