import AlarmCore

/// A behaviour with the counts of the requests that it could have applied to.
struct ActiveBehavior {
    let behavior: GatewaySimulator.Behavior
    private var requests = 0
    private var meter: RateMeter?
    private var meters: [String: RateMeter] = [:]

    init(_ behavior: GatewaySimulator.Behavior) {
        self.behavior = behavior
    }

    /// Maximum delay of an answer in milliseconds, without jitter; a timer has a limited range.
    private static let longestLatency = Span.days(1).milliseconds

    /// Draws the delay of the next answer in milliseconds.
    func latency(using generator: inout SeededGenerator) -> Int64 {
        let least = min(max(0, behavior.latency.milliseconds), Self.longestLatency)
        let spread = min(max(0, behavior.jitter.milliseconds), Self.longestLatency)
        guard spread > 0 else { return least }
        return least + Int64.random(in: 0...spread, using: &generator)
    }

    /// Counts an acceptable request; returns the fault that replaces its acceptance, or nil.
    mutating func next(
        to token: String,
        at now: Instant,
        using generator: inout SeededGenerator
    ) -> GatewaySimulator.Behavior.Fault? {
        if let rate = behavior.rate, let wait = wait(rate, to: token, at: now) {
            return .throttled(for: wait)
        }
        guard !behavior.faults.isEmpty else { return nil }
        requests += 1
        var fault: GatewaySimulator.Behavior.Fault?
        // Every fault draws, even after an earlier one has applied, so that the odds of one do not shift another's.
        for candidate in behavior.faults where befalls(candidate.portion, using: &generator) {
            fault = fault ?? candidate
        }
        return fault?.answer == .genuine ? nil : fault
    }

    private mutating func wait(
        _ rate: GatewaySimulator.Behavior.RateLimit,
        to token: String,
        at now: Instant
    ) -> Span? {
        switch rate.scope {
        case .everybody:
            if meter == nil { meter = RateMeter(rate) }
            return meter?.take(at: now)
        case .token:
            return meters[token, default: RateMeter(rate)].take(at: now)
        }
    }

    private func befalls(
        _ portion: GatewaySimulator.Behavior.Portion,
        using generator: inout SeededGenerator
    ) -> Bool {
        switch portion {
        case .all: true
        case .first(let count): requests <= count
        case .every(let count): count > 0 && requests.isMultiple(of: count)
        case .chance(let probability): Double.random(in: 0..<1, using: &generator) < probability
        }
    }
}

extension GatewaySimulator.Behavior.Fault {
    fileprivate static func throttled(for wait: Span) -> Self {
        let reason = GatewaySimulator.Reason.tooManyRequests
        let response = GatewaySimulator.Response(status: reason.status, reason: reason.rawValue, retryAfter: wait)
        return Self(answer: .fixed(response))
    }
}
