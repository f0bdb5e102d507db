import AlarmCore

/// The behaviours in force, and how often each was asked for.
struct BehaviorTable {
    private var overall = BehaviorInForce(.genuine)
    private var perToken: [String: BehaviorInForce] = [:]
    private var generator: SplitMix64

    init(seed: UInt64 = 0) {
        generator = SplitMix64(seed: seed)
    }

    /// The behaviour towards everybody who has none of their own.
    var general: GatewaySimulator.Behavior {
        get { overall.behavior }
        set { overall = BehaviorInForce(newValue) }
    }

    subscript(token: String) -> GatewaySimulator.Behavior? {
        get { perToken[token]?.behavior }
        set { perToken[token] = newValue.map { BehaviorInForce($0) } }
    }

    /// What befalls any request to `token`, which may have no device: a delay, and its part in a GOAWAY.
    ///
    /// The GOAWAY is the general one unless the token has its own.
    mutating func circumstances(of token: String?) -> (latency: Int64, goAway: GatewaySimulator.Behavior.GoAwayRule?) {
        guard !perToken.isEmpty, let token, let own = perToken[token] else {
            return (overall.latency(using: &generator), overall.behavior.goAway)
        }
        return (own.latency(using: &generator), own.behavior.goAway ?? overall.behavior.goAway)
    }

    /// Counts an acceptable request, and says what happens to it instead of what it deserves; nil for nothing.
    mutating func fault(for token: String, at now: Instant) -> GatewaySimulator.Behavior.Fault? {
        if !perToken.isEmpty, perToken[token] != nil {
            return perToken[token]?.next(to: token, at: now, using: &generator)
        }
        return overall.next(to: token, at: now, using: &generator)
    }
}
