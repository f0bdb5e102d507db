import AlarmCore

/// Counts recently accepted requests: never more than the limit in any period as long as the window.
struct RateMeter {
    private let limit: Int
    private let window: Span
    /// Times at which the newest requests were accepted: a ring as large as the limit.
    private var accepted: [Instant] = []
    private var oldest = 0

    init(_ limit: GatewaySimulator.Behavior.RateLimit) {
        self.limit = min(max(0, limit.requests), 100_000)
        window = max(.milliseconds(1), limit.window)
    }

    /// Accepts a request at `now`, or returns the time until it would be accepted.
    mutating func take(at now: Instant) -> Span? {
        guard limit > 0 else { return window }
        guard accepted.count == limit else {
            accepted.append(now)
            return nil
        }
        let free = accepted[oldest] + window
        guard now >= free else { return free - now }
        accepted[oldest] = now
        oldest = (oldest + 1) % limit
        return nil
    }
}
