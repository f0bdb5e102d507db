extension [UInt8] {
    /// Appends PA1's LP(x): a 16-bit big-endian length, then x, so that no two lists of fields give the same bytes.
    ///
    /// - Throws: `SealingError.tooLong` above 65,535 bytes.
    mutating func appendLengthPrefixed(_ field: some Collection<UInt8>) throws(SealingError) {
        guard let count = UInt16(exactly: field.count) else {
            throw .tooLong("a length-prefixed field", limit: Int(UInt16.max))
        }
        append(UInt8(count >> 8))
        append(UInt8(truncatingIfNeeded: count))
        append(contentsOf: field)
    }
}
