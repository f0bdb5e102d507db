/// HKDF with SHA-256 (RFC 5869).
public enum HKDF {
    /// The longest output of one expansion: 255 blocks of 32 bytes.
    public static let longestOutput = 255 * HMACSHA256.byteCount

    /// Extract (section 2.2): `PRK = HMAC(salt, inputKey)`; an empty salt counts as 32 zero bytes.
    ///
    /// - Throws: `SealingError.library`.
    public static func extract(salt: [UInt8], inputKey: SecretBytes) throws(SealingError) -> SecretBytes {
        try HMACSHA256.secretCode([inputKey], key: SecretBytes(salt))
    }

    /// Expand (section 2.3): `T(i) = HMAC(PRK, T(i−1) ‖ info ‖ i)`, concatenated and cut to `count` bytes.
    ///
    /// - Throws: `SealingError.tooLong` above 8,160 bytes, or `SealingError.library`.
    public static func expand(_ key: SecretBytes, info: [UInt8], count: Int) throws(SealingError) -> SecretBytes {
        guard (0...longestOutput).contains(count) else { throw .tooLong("an HKDF output", limit: longestOutput) }
        let info = SecretBytes(info)
        return try SecretBytes(count: count) { (output) throws(SealingError) in
            var block = SecretBytes([])
            var counter: UInt8 = 0
            var offset = 0
            while offset < count {
                counter += 1
                block = try HMACSHA256.secretCode([block, info, SecretBytes([counter])], key: key)
                block.withUnsafeBytes { block in
                    let taken = min(block.count, count - offset)
                    UnsafeMutableRawBufferPointer(rebasing: output[offset..<(offset + taken)])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<taken]))
                    offset += taken
                }
            }
        }
    }
}

extension HKDF {
    /// Expand with an ASCII label for the info.
    ///
    /// - Throws: `SealingError.tooLong` above 8,160 bytes, or `SealingError.library`.
    public static func expand(_ key: SecretBytes, label: String, count: Int) throws(SealingError) -> SecretBytes {
        try expand(key, info: Array(label.utf8), count: count)
    }

    /// Expand to a 256-bit key with an ASCII label for the info.
    ///
    /// - Throws: `SealingError.library`.
    public static func expandKey(_ key: SecretBytes, label: String) throws(SealingError) -> SymmetricKey {
        try SymmetricKey(expand(key, label: label, count: SymmetricKey.byteCount))
    }
}
