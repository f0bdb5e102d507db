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
