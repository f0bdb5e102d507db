/// How large and how deep a JSON text may be before it is refused unread.
public struct JSONLimits: Hashable, Sendable {
    /// The most bytes.
    public var bytes: Int
    /// The most arrays and objects inside one another; the outermost counts.
    public var depth: Int

    /// Makes limits; at least one byte and one level.
    public init(bytes: Int, depth: Int = EnvelopeLimits.depth) {
        self.bytes = max(bytes, 1)
        self.depth = max(depth, 1)
    }

    /// What a device may send: 8 KiB, 8 deep (PA1 section 3).
    public static let request = JSONLimits(bytes: EnvelopeLimits.bytes)
    /// What a relay may answer: 4 MiB, 8 deep; a full sync of several partners fits.
    public static let answer = JSONLimits(bytes: 4 << 20)
}
