import AlarmCore

extension ES256 {
    /// A P-256 private key; the library wipes it when the last copy is released, and it is never printed.
    public struct PrivateKey: Sendable {
        /// The matching public key.
        public let publicKey: PublicKey
        let handle: P256PrivateKey

        /// Makes a new key.
        ///
        /// - Throws: `SealingError.library`.
        public init() throws(SealingError) {
            try self.init(P256PrivateKey())
        }

        init(_ handle: P256PrivateKey) throws(SealingError) {
            self.publicKey = PublicKey(try handle.publicKey())
            self.handle = handle
        }

        /// The signature of `message`: r ‖ s, 64 bytes.
        ///
        /// - Throws: `SealingError.library`.
        public func sign(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
            try handle.sign(message)
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
