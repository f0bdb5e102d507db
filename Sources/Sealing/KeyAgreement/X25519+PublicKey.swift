extension X25519 {
    /// A peer's public key: any 32 bytes, since whether they are of use shows only in the agreement.
    public struct PublicKey: Sendable, Hashable {
        /// The u-coordinate, little-endian (RFC 7748, section 5).
        public let bytes: [UInt8]

        /// Copies exactly 32 bytes.
        ///
        /// - Throws: `SealingError.wrongLength`.
        public init(bytes: some Collection<UInt8>) throws(SealingError) {
            guard bytes.count == X25519.byteCount else {
                throw .wrongLength(of: "an X25519 public key", expected: X25519.byteCount, actual: bytes.count)
            }
            self.bytes = Array(bytes)
        }
    }
}
