/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
    /// The length of a code: 32 bytes.
    public static let byteCount = 32

    /// The authentication code of `message` under `key`, which may have any length.
    ///
    /// - Throws: `SealingError.library`.
    public static func authenticate(_ message: [UInt8], key: SecretBytes) throws(SealingError) -> [UInt8] {
        try secretCode([SecretBytes(message)], key: key).revealed()
    }

    /// The code of the concatenated `parts`, for use as a key; no part is copied.
    static func secretCode(_ parts: [SecretBytes], key: SecretBytes) throws(SealingError) -> SecretBytes {
        try Backend.hmacSHA256(parts, key: key)
    }
}
