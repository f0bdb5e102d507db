/// Diffie–Hellman over Curve25519 (RFC 7748).
public enum X25519 {
    /// The length of private keys, public keys and shared secrets: 32 bytes.
    public static let byteCount = 32
}
