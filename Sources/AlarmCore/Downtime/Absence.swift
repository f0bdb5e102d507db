/// A time during which the relay heard nobody and told nobody anything.
public struct Absence: Hashable, Sendable {
    /// The last sign of life before it.
    public var from: Instant
    /// The first sign of life after it.
    public var until: Instant

    /// Makes an absence; one that ends before it begins, because a clock was set back, counts as none.
    public init(from: Instant, until: Instant) {
        self.from = from
        self.until = until
    }

    /// How long it lasted; never negative.
    public var length: Span { max(until - from, .zero) }
}
