#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// The primitives by OpenSSL; `Backend+CryptoKit.swift` has the same functions.
enum Backend {
    // Fetched once, since a fetch searches the providers; never changed and never freed, so that every thread may read them.
    private nonisolated(unsafe) static let mac = EVP_MAC_fetch(nil, "HMAC", nil)
    private nonisolated(unsafe) static let sha256 = EVP_MD_fetch(nil, "SHA256", nil)

    /// Overwrites memory in a way that the optimizer may not remove.
    static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
    }

    /// Whether both hold the same bytes, in constant time; both have the same length, which is not zero.
    static func equal(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        CRYPTO_memcmp(left, right, count) == 0
    }

    /// Fills `buffer` with random bytes fit for keys; false where there are none.
    static func fillWithRandomBytes(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let count = Int32(exactly: buffer.count) else { return false }
        guard let start = buffer.baseAddress, count > 0 else { return true }
        guard RAND_bytes(start.assumingMemoryBound(to: UInt8.self), count) == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }

    /// SHA-256.
    static func sha256(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        let done = message.withUnsafeBytes { message in
            digest.withUnsafeMutableBufferPointer { digest in
                EVP_Digest(message.baseAddress, message.count, digest.baseAddress, nil, sha256, nil)
            }
        }
        guard done == 1 else { throw .fromLibrary("SHA-256") }
        return digest
    }

    /// HMAC with SHA-256 of the concatenated `parts`, none of which is copied.
    static func hmacSHA256(_ parts: [SecretBytes], key: SecretBytes) throws(SealingError) -> SecretBytes {
        guard let context = EVP_MAC_CTX_new(mac) else { throw .fromLibrary("HMAC") }
        defer { EVP_MAC_CTX_free(context) }
        return try SecretBytes(count: HMACSHA256.byteCount) { (code) throws(SealingError) in
            var done = key.withPointer { reveille_hmac_sha256_init(context, $0, key.count) }
            for part in parts where done == 1 {
                done = part.withPointer { EVP_MAC_update(context, $0, part.count) }
            }
            guard done == 1, finish(context, into: code) else { throw .fromLibrary("HMAC") }
        }
    }

    private static func finish(_ context: OpaquePointer, into code: UnsafeMutableRawBufferPointer) -> Bool {
        var written = 0
        let bytes = code.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return EVP_MAC_final(context, bytes, &written, code.count) == 1 && written == HMACSHA256.byteCount
    }

    /// AES-GCM under a key of 32 or 16 bytes and an IV of 12 bytes; the tag has 16.
    static func sealGCM(
        _ plaintext: [UInt8],
        key: SecretBytes,
        iv: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        let context = try CipherContext.start(.seal, key: key, iv: iv)
        try context.authenticate(associatedData)
        let ciphertext = try context.process(plaintext)
        return (ciphertext, try context.finishSealing(tagByteCount: AESGCM.tagByteCount))
    }

    /// The plaintext under a key of 32 or 16 bytes, an IV of 12 and a tag of 16.
    ///
    /// - Throws: `SealingError.cannotOpen` and others.
    static func openGCM(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        key: SecretBytes,
        iv: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        let context = try CipherContext.start(.open, key: key, iv: iv)
        try context.authenticate(associatedData)
        var plaintext = try context.process(ciphertext)
        guard context.tagFits(tag) else {
            plaintext.wipe()
            throw .cannotOpen
        }
        return plaintext
    }

    /// The X25519 public key of a private key of 32 bytes.
    static func x25519PublicKey(of secret: SecretBytes) throws(SealingError) -> [UInt8] {
        try x25519(secret).rawPublicKey(count: X25519.byteCount)
    }

    /// X25519 with a peer's public key of 32 bytes; the result may be zero.
    ///
    /// - Throws: `SealingError.noSharedSecret` and others.
    static func x25519(_ secret: SecretBytes, with peer: [UInt8]) throws(SealingError) -> SecretBytes {
        let own = try x25519(secret)
        let other = peer.withUnsafeBufferPointer {
            EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, $0.baseAddress, $0.count)
        }
        guard let other else { throw .fromLibrary("X25519") }
        return try own.agree(with: PublicKeyHandle(owning: other), count: X25519.byteCount)
    }

    private static func x25519(_ secret: SecretBytes) throws(SealingError) -> PublicKeyHandle {
        let key = secret.withPointer { EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, $0, secret.count) }
        guard let key else { throw .fromLibrary("X25519") }
        return PublicKeyHandle(owning: key)
    }
}

extension SealingError {
    /// The newest entry of this thread's OpenSSL error queue, which is emptied.
    ///
    /// The queue is per thread, so this is called before any suspension point.
    static func fromLibrary(_ operation: String) -> SealingError {
        let code = ERR_peek_last_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
        ERR_clear_error()
        return .library(operation: operation, reason: reason)
    }
}
#endif
