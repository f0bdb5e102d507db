/// Random bytes fit for keys, from the cryptographic library's generator or the kernel's.
public struct SecureRandom: RandomNumberGenerator, Sendable {
    /// Makes a handle; it holds no state of its own.
    public init() {}

    /// Eight random bytes as a number.
    ///
    /// This cannot throw. When the library has no random bytes, the kernel is asked directly; if that fails the process
    /// stops, rather than use weak ones.
    public mutating func next() -> UInt64 {
        var value: UInt64 = 0
        let filled = withUnsafeMutableBytes(of: &value) { Backend.fillWithRandomBytes($0) }
        guard filled else {
            var kernel = SystemRandomNumberGenerator()
            return kernel.next()
        }
        return value
    }

    /// Draws `count` bytes that need not stay secret, such as an identifier or a nonce.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`.
    public static func bytes(count: Int) throws(SealingError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        let filled = result.withUnsafeMutableBytes { Backend.fillWithRandomBytes($0) }
        guard filled else { throw .randomnessUnavailable }
        return result
    }

    /// Draws `count` bytes that are wiped after use.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`.
    public static func secret(count: Int) throws(SealingError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(SealingError) in
            guard Backend.fillWithRandomBytes(buffer) else { throw .randomnessUnavailable }
        }
    }
}
