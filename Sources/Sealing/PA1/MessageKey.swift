/// The key of one direction of a pair in one generation.
public struct MessageKey: Sendable, Equatable {
    /// n; 0 after pairing.
    public let generation: UInt32
    /// `kid A>B n` or `kid B>A n`: six derived bytes in base64url, by which the receiver finds the key.
    public let keyID: String
    /// `msg A>B n` or `msg B>A n`.
    public let key: SymmetricKey
}
