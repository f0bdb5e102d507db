internal import COpenSSL

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The length of a digest: 32 bytes.
    public static let byteCount = 32

    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)  // never changed, never freed

    /// Returns the digest of `message`.
    ///
    /// - Throws: `SealingError.library`.
    public static func hash(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let done = message.withUnsafeBytes { message in
            digest.withUnsafeMutableBufferPointer { digest in
                EVP_Digest(message.baseAddress, message.count, digest.baseAddress, nil, algorithm, nil)
            }
        }
        guard done == 1 else { throw .fromLibrary("SHA-256") }
        return digest
    }
}
