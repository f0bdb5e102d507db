import AlarmCore

/// A behaviour with the counts of the requests that it could have befallen.
struct BehaviorInForce {
    let behavior: GatewaySimulator.Behavior
    private var requests = 0
    private var meter: RateMeter?
    private var meters: [String: RateMeter] = [:]

    init(_ behavior: GatewaySimulator.Behavior) {
        self.behavior = behavior
    }

    /// The longest that an answer is held back, jitter apart; a timer cannot hold any number.
    private static let longestLatency = Span.days(1).milliseconds

    /// Draws for how many milliseconds the next answer is held back.
    func latency(using generator: inout SplitMix64) -> Int64 {
        let least = min(max(0, behavior.latency.milliseconds), Self.longestLatency)
        let spread = min(max(0, behavior.jitter.milliseconds), Self.longestLatency)
        guard spread > 0 else { return least }
        return least + Int64.random(in: 0...spread, using: &generator)
    }

    /// Counts an acceptable request, and says what happens to it instead; nil for nothing.
    mutating func next(
        to token: String,
        at now: Instant,
        using generator: inout SplitMix64
    ) -> GatewaySimulator.Behavior.Fault? {
        if let rate = behavior.rate, let wait = wait(rate, to: token, at: now) {
            return .throttled(for: wait)
        }
        guard !behavior.faults.isEmpty else { return nil }
        requests += 1
        var fault: GatewaySimulator.Behavior.Fault?
        // Every fault draws, whether or not an earlier one is first: so that one's chances do not shift another's.
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
        using generator: inout SplitMix64
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
