extension ES256.PublicKey {
    /// Reads a PEM `PUBLIC KEY` (SubjectPublicKeyInfo).
    ///
    /// - Throws: `SealingError.malformedKey`, also for another curve or a compressed point.
    public init(pem: String) throws(SealingError) {
        self.init(try P256PublicKey(pem: pem))
    }

    /// The key as a PEM `PUBLIC KEY` (SubjectPublicKeyInfo), as `openssl ec -pubout` writes it.
    ///
    /// - Throws: `SealingError.library`.
    public func pem() throws(SealingError) -> String {
        try handle.pem()
    }
}

extension ES256.PrivateKey {
    /// Reads an unencrypted PEM key: PKCS#8 `PRIVATE KEY`, as Apple's `.p8` files are, or SEC1 `EC PRIVATE KEY`.
    ///
    /// - Throws: `SealingError.malformedKey`, also for another curve; a public part that does not belong to it is
    ///   refused by OpenSSL and not looked at by CryptoKit, which computes it.
    public init(pem: String) throws(SealingError) {
        try self.init(P256PrivateKey(pem: pem))
    }

    /// The key as an unencrypted PEM `PRIVATE KEY` (PKCS#8), the form of Apple's `.p8` files.
    ///
    /// - Throws: `SealingError.library`.
    public func pem() throws(SealingError) -> String {
        try handle.pem()
    }
}
