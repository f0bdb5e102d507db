/// ECDSA on P-256 with SHA-256, signatures as JWS writes them: r ‖ s, 64 bytes (RFC 7518, section 3.4).
public enum ES256 {
    /// The length of a signature: 64 bytes.
    public static let signatureByteCount = 64
    /// The length of a public key in X9.63 form: 0x04, then x and y of 32 bytes each.
    public static let publicKeyByteCount = 65

    /// What a P-256 SubjectPublicKeyInfo with an uncompressed point starts with (RFC 5480); the 65-byte point follows.
    static let keyInfoPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}
