/// The times of delivery retries: exponential back-off, jittered over its upper half, never past the delivery's deadline.
public struct RetryPolicy: Hashable, Sendable {
    /// The ceiling of the first wait.
    public var first: Span
    /// The ceiling that no wait exceeds, unless the gateway asked for more.
    public var longest: Span

    /// Makes a policy; the ceilings double from `first` to `longest`.
    public init(first: Span = .seconds(1), longest: Span = .seconds(30)) {
        self.first = first
        self.longest = longest
    }

    /// The time of the next attempt, or nil when it would not come before `deadline`, so that the policy has to move
    /// on.
    ///
    /// - Parameters:
    ///   - attempts: how many attempts were made, 1 or more.
    ///   - asked: the wait that the gateway asked for (`Retry-After`); never undercut.
    ///   - now: the time of the last attempt's end.
    ///   - deadline: the instant from which the delivery is worthless.
    ///   - jitter: a fraction in 0..<1 drawn by the caller.
    /// - Returns: the time of the next attempt, before `deadline`.
    public func next(after attempts: Int, asked: Span?, now: Instant, deadline: Instant, jitter: Double) -> Instant? {
        let doublings = Int64(min(max(attempts - 1, 0), 20))
        let ceiling = min(first * (1 << doublings), longest).milliseconds
        let share = jitter.isFinite ? min(max(jitter, 0), 1) : 1
        let drawn = ceiling / 2 + Int64(Double(ceiling / 2) * share)
        let wait = max(drawn, asked?.milliseconds ?? 0, 1)
        let next = now + .milliseconds(wait)
        return next < deadline ? next : nil
    }
}
