#if OpenSSL && !canImport(CryptoKit)
internal import COpenSSL

/// Owns one `EVP_PKEY`, public or private.
///
/// `@unchecked Sendable` is sound: the pointer never changes, no method here alters the key after it was made, and
/// OpenSSL documents concurrent read-only use of an `EVP_PKEY` as safe; each operation makes a context of its own.
final class PublicKeyHandle: @unchecked Sendable {
    let key: OpaquePointer

    init(owning key: OpaquePointer) {
        self.key = key
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// The raw public key of an X25519 key.
    func rawPublicKey(count: Int) throws(SealingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var length = count
        let done = bytes.withUnsafeMutableBufferPointer { EVP_PKEY_get_raw_public_key(key, $0.baseAddress, &length) }
        guard done == 1, length == count else { throw .fromLibrary("a public key's export") }
        return bytes
    }

    /// Diffie–Hellman with `peer`.
    ///
    /// OpenSSL refuses an all-zero result as a failed derivation, which nothing else in this call can cause.
    func agree(with peer: PublicKeyHandle, count: Int) throws(SealingError) -> SecretBytes {
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw .fromLibrary("a key agreement") }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer.key) == 1 else {
            throw .fromLibrary("a key agreement")
        }
        return try SecretBytes(count: count) { (secret) throws(SealingError) in
            var length = count
            let bytes = secret.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard EVP_PKEY_derive(context, bytes, &length) == 1, length == count else {
                ERR_clear_error()
                throw .noSharedSecret
            }
        }
    }
}
#endif
