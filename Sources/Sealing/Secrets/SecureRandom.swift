internal import COpenSSL

/// Random bytes fit for keys, from OpenSSL's generator, which the kernel seeds.
public struct SecureRandom: RandomNumberGenerator, Sendable {
    /// Makes a handle; it holds no state of its own.
    public init() {}

    /// Eight random bytes as a number.
    ///
    /// This cannot throw. When OpenSSL has no random bytes, the kernel is asked directly; if that fails the process
    /// stops, rather than use weak ones.
    public mutating func next() -> UInt64 {
        var value: UInt64 = 0
        let filled = withUnsafeMutableBytes(of: &value) { Self.fill($0) }
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
        let filled = result.withUnsafeMutableBytes { fill($0) }
        guard filled else { throw .randomnessUnavailable }
        return result
    }

    /// Draws `count` bytes that are wiped after use.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`.
    public static func secret(count: Int) throws(SealingError) -> SecretBytes {
        try SecretBytes(count: count) { (buffer) throws(SealingError) in
            guard fill(buffer) else { throw .randomnessUnavailable }
        }
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let count = Int32(exactly: buffer.count) else { return false }
        guard let start = buffer.baseAddress, count > 0 else { return true }
        guard RAND_bytes(start.assumingMemoryBound(to: UInt8.self), count) == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }
}
