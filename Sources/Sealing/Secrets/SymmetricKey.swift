/// A 256-bit key for AES-256-GCM, or to derive others from; wiped when the last copy is released, never printed.
public struct SymmetricKey: Sendable, Equatable {
    /// The length of every key: 32 bytes.
    public static let byteCount = 32

    /// The key's bytes, for key derivation.
    public let secret: SecretBytes

    /// Makes a key of exactly 32 bytes.
    ///
    /// - Throws: `SealingError.wrongLength`.
    public init(_ secret: SecretBytes) throws(SealingError) {
        guard secret.count == Self.byteCount else {
            throw .wrongLength(of: "a symmetric key", expected: Self.byteCount, actual: secret.count)
        }
        self.secret = secret
    }

    /// Copies exactly 32 bytes; the caller's own array is not wiped.
    ///
    /// - Throws: `SealingError.wrongLength`.
    public init(bytes: some Collection<UInt8>) throws(SealingError) {
        try self.init(SecretBytes(bytes))
    }

    /// Draws a key from the system's generator.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`.
    public static func random() throws(SealingError) -> SymmetricKey {
        try SymmetricKey(SecureRandom.secret(count: byteCount))
    }

    /// Passes the key's bytes to `body`; the pointer must not outlive the call.
    ///
    /// - Throws: what `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try secret.withUnsafeBytes(body)
    }
}

extension SymmetricKey: Redacting {}
