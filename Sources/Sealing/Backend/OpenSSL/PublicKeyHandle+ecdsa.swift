#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

extension PublicKeyHandle {
    var isElliptic: Bool { EVP_PKEY_get_base_id(key) == EVP_PKEY_EC }

    /// Whether the public part matches the private part, and both are of the curve.
    var isConsistent: Bool {
        guard let context = EVP_PKEY_CTX_new(key, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        let fits = EVP_PKEY_check(context) == 1
        if !fits { ERR_clear_error() }
        return fits
    }

    /// The SubjectPublicKeyInfo in DER.
    func keyInfo() throws(SealingError) -> [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(key, &start)
        guard count > 0, let start else { throw .fromLibrary("a public key's export") }
        defer { reveille_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// An ECDSA signature over SHA-256 of `message`, as OpenSSL writes it.
    func signDER(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .fromLibrary("ES256") }
        defer { EVP_MD_CTX_free(context) }
        // A P-256 signature is at most 72 bytes of DER.
        var signature = [UInt8](repeating: 0, count: 80)
        var count = signature.count
        let done =
            EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
            && signature.withUnsafeMutableBufferPointer { signature in
                message.withUnsafeBufferPointer {
                    EVP_DigestSign(context, signature.baseAddress, &count, $0.baseAddress, $0.count) == 1
                }
            }
        guard done, count <= signature.count else { throw .fromLibrary("ES256") }
        signature.removeSubrange(count...)
        return signature
    }

    /// Whether `der` is a valid ECDSA signature over SHA-256 of `message`.
    func verify(der: [UInt8], message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let valid =
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && der.withUnsafeBufferPointer { der in
                message.withUnsafeBufferPointer {
                    EVP_DigestVerify(context, der.baseAddress, der.count, $0.baseAddress, $0.count) == 1
                }
            }
        if !valid { ERR_clear_error() }
        return valid
    }
}
#endif
