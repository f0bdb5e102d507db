/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The length of a digest: 32 bytes.
    public static let byteCount = 32

    /// Returns the digest of `message`.
    ///
    /// - Throws: `SealingError.library`.
    public static func hash(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        try Backend.sha256(message)
    }
}
