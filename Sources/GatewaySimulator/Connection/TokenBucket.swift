import NIOCore

/// A token bucket: a burst at once, and a number of tokens more every second.
struct TokenBucket {
    private let burst: UInt64
    private let perSecond: UInt64
    private var tokens: UInt64
    private var filled: NIODeadline

    init(burst: UInt64, perSecond: UInt64, at now: NIODeadline) {
        self.burst = burst
        self.perSecond = perSecond
        tokens = burst
        filled = now
    }

    /// Takes a token; returns false if there is none.
    mutating func take(at now: NIODeadline) -> Bool {
        let seconds = (now - filled).nanoseconds / 1_000_000_000
        if seconds > 0 {
            // After an hour it is full in any case; the limit keeps the product from overflowing.
            tokens = min(burst, tokens + UInt64(min(seconds, 3600)) * perSecond)
            filled = filled + .seconds(seconds)
        }
        guard tokens > 0 else { return false }
        tokens -= 1
        return true
    }
}
