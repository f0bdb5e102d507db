/// The id of a key in a keyring: 32 random bits, written as eight hexadecimal digits.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
    /// The length of the id in front of all sealed bytes: 4 bytes.
    static let byteCount = 4

    /// The bits.
    public let rawValue: UInt32

    /// Makes the id with the given bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads exactly eight lower-case hexadecimal digits, else nil.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8
        guard
            digits.count == 2 * Self.byteCount,
            digits.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }),
            let value = UInt32(text, radix: 16)
        else { return nil }
        rawValue = value
    }

    /// Reads the four big-endian bytes in front of sealed bytes, else nil.
    init?(prefixOf sealed: [UInt8]) {
        guard sealed.count >= Self.byteCount else { return nil }
        rawValue = sealed.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Eight hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 2 * Self.byteCount - digits.count) + digits
    }

    var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    }
}
