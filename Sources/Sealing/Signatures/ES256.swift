import AlarmCore

/// ECDSA on P-256 with SHA-256, signatures as JWS writes them: r ‖ s, 64 bytes (RFC 7518, section 3.4).
public enum ES256 {
    /// The length of a signature: 64 bytes.
    public static let signatureByteCount = 64
    /// The length of a public key in X9.63 form: 0x04, then x and y of 32 bytes each.
    public static let publicKeyByteCount = 65
}

extension ES256 {
    /// A P-256 public key whose point was checked to lie on the curve.
    public struct PublicKey: Sendable {
        /// The point as 0x04 ‖ x ‖ y, 65 bytes (ANSI X9.63).
        public let x963: [UInt8]
        let handle: P256PublicKey

        /// Reads 65 bytes, 0x04 ‖ x ‖ y.
        ///
        /// - Throws: `SealingError.malformedKey` for another form or a point that is not on the curve.
        public init(x963 bytes: [UInt8]) throws(SealingError) {
            guard bytes.count == ES256.publicKeyByteCount, bytes.first == 0x04 else {
                throw .malformedKey("a P-256 public key is 65 bytes, the first of them 04")
            }
            self.init(try P256PublicKey(x963: bytes))
        }

        init(_ handle: P256PublicKey) {
            self.handle = handle
            x963 = handle.x963
        }

        /// Whether `signature`, r ‖ s, was made over `message` with this key's private key.
        ///
        /// Both (r, s) and (r, −s) are valid, as ECDSA has it: a signature must not be used as a unique name.
        public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            signature.count == ES256.signatureByteCount && handle.isValid(signature, for: message)
        }

        /// Whether `signature`, in base64url, is that of the JWS signing input (RFC 7515, section 5.2).
        public func isValid(_ signature: String, forJWSSigningInput input: String) -> Bool {
            guard let raw = Base64URL.decode(signature) else { return false }
            return isValid(raw, for: Array(input.utf8))
        }
    }
}

extension ES256.PublicKey: Hashable {
    /// Whether both are the same point.
    public static func == (left: ES256.PublicKey, right: ES256.PublicKey) -> Bool { left.x963 == right.x963 }
    /// Feeds the point to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}
