internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The length of a code: 32 bytes.
    public static let byteCount = 32

    private nonisolated(unsafe) static let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)  // never changed, never freed

    /// The authentication code of `message` under `key`, which may have any length.
    ///
    /// - Throws: `SealingError.library`.
    public static func authenticate(_ message: [UInt8], key: SecretBytes) throws(SealingError) -> [UInt8] {
        try secretCode([SecretBytes(message)], key: key).revealed()
    }

    /// The code of the concatenated `parts`, for use as a key; no part is copied.
    static func secretCode(_ parts: [SecretBytes], key: SecretBytes) throws(SealingError) -> SecretBytes {
        guard let context = EVP_MAC_CTX_new(algorithm) else { throw .fromLibrary("HMAC") }
        defer { EVP_MAC_CTX_free(context) }
        return try SecretBytes(count: byteCount) { (code) throws(SealingError) in
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
        return EVP_MAC_final(context, bytes, &written, code.count) == 1 && written == byteCount
    }
}
