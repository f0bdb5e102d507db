/// Diffie–Hellman over Curve25519 (RFC 7748).
public enum X25519 {
    /// The length of private keys, public keys and shared secrets: 32 bytes.
    public static let byteCount = 32
}

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

extension X25519 {
    /// A private key; wiped when the last copy goes, never printed.
    public struct PrivateKey: Sendable {
        /// The 32 bytes, for keeping an unfinished pairing.
        public let secret: SecretBytes
        /// The public key that belongs to it.
        public let publicKey: PublicKey

        /// Draws a new key.
        ///
        /// - Throws: `SealingError.randomnessUnavailable` or `.library`.
        public init() throws(SealingError) {
            try self.init(secret: SecureRandom.secret(count: X25519.byteCount))
        }

        /// Takes up a kept key of exactly 32 bytes.
        ///
        /// - Throws: `SealingError.wrongLength` or `.library`.
        public init(secret: SecretBytes) throws(SealingError) {
            guard secret.count == X25519.byteCount else {
                throw .wrongLength(of: "an X25519 private key", expected: X25519.byteCount, actual: secret.count)
            }
            self.secret = secret
            self.publicKey = try PublicKey(bytes: Backend.x25519PublicKey(of: secret))
        }

        /// The secret shared with the owner of `peer`'s private key.
        ///
        /// - Throws: `SealingError.noSharedSecret` for a point of small order, `.library`.
        public func sharedSecret(with peer: PublicKey) throws(SealingError) -> SecretBytes {
            let shared = try Backend.x25519(secret, with: peer.bytes)
            let zero = SecretBytes([UInt8](repeating: 0, count: X25519.byteCount))
            guard shared != zero else { throw .noSharedSecret }
            return shared
        }
    }
}

extension X25519.PrivateKey: Redacting {}
