import AlarmCore

/// The behaviours in force, with their counts of requests.
struct BehaviorTable {
    private var overall = ActiveBehavior(.genuine)
    private var perToken: [String: ActiveBehavior] = [:]
    private var generator: SeededGenerator

    init(seed: UInt64 = 0) {
        generator = SeededGenerator(seed: seed)
    }

    /// The behaviour towards tokens without one of their own.
    var general: GatewaySimulator.Behavior {
        get { overall.behavior }
        set { overall = ActiveBehavior(newValue) }
    }

    subscript(token: String) -> GatewaySimulator.Behavior? {
        get { perToken[token]?.behavior }
        set { perToken[token] = newValue.map { ActiveBehavior($0) } }
    }

    /// Returns the delay and the GOAWAY rule for a request to `token`, even one without a device.
    ///
    /// The general GOAWAY rule applies unless the token has its own.
    mutating func circumstances(of token: String?) -> (latency: Int64, goAway: GatewaySimulator.Behavior.GoAwayRule?) {
        guard !perToken.isEmpty, let token, let own = perToken[token] else {
            return (overall.latency(using: &generator), overall.behavior.goAway)
        }
        return (own.latency(using: &generator), own.behavior.goAway ?? overall.behavior.goAway)
    }

    /// Counts an acceptable request; returns the fault that replaces its acceptance, or nil.
    mutating func fault(for token: String, at now: Instant) -> GatewaySimulator.Behavior.Fault? {
        if !perToken.isEmpty, perToken[token] != nil {
            return perToken[token]?.next(to: token, at: now, using: &generator)
        }
        return overall.next(to: token, at: now, using: &generator)
    }
}
