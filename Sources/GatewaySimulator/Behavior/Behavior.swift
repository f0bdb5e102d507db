public import AlarmCore

extension GatewaySimulator {
    /// How the gateway misbehaves: towards everybody, or towards one device token.
    ///
    /// A fault or a rate limit applies only to a request that would have been accepted, so that a provider still learns
    /// of its own errors; latency applies to every request. The default value is a gateway without faults.
    public struct Behavior: Hashable, Sendable {
        /// Faults in order; if several apply to a request, the first one is taken.
        public var faults: [Fault]
        /// Minimum delay of an answer, in real time.
        public var latency: Span
        /// Maximum delay in addition to ``latency``; drawn uniformly from the gateway's seed.
        public var jitter: Span
        /// When a connection is sent a GOAWAY; nil for never.
        public var goAway: GoAwayRule?
        /// Limit on accepted requests; nil for none.
        public var rate: RateLimit?

        /// Creates a behaviour of several faults; parameters left out mean no fault.
        public init(
            faults: [Fault],
            latency: Span = .zero,
            jitter: Span = .zero,
            goAway: GoAwayRule? = nil,
            rate: RateLimit? = nil
        ) {
            self.faults = faults
            self.latency = latency
            self.jitter = jitter
            self.goAway = goAway
            self.rate = rate
        }

        /// Creates a behaviour of at most one fault; parameters left out mean no fault.
        public init(
            answer: Outcome = .genuine,
            portion: Portion = .all,
            delivers: Bool = false,
            latency: Span = .zero,
            goAwayAfterEvery: Int? = nil
        ) {
            self.init(
                faults: answer == .genuine ? [] : [Fault(answer: answer, portion: portion, delivers: delivers)],
                latency: latency,
                goAway: goAwayAfterEvery.map { GoAwayRule(afterEvery: $0) }
            )
        }

        /// Number of requests after which a connection is sent a GOAWAY and closed; nil for never.
        ///
        /// Setting it keeps the kind of ``goAway``, which is ``GoAwayRule/Kind/abrupt`` if there was none.
        public var goAwayAfterEvery: Int? {
            get { goAway?.afterEvery }
            set { goAway = newValue.map { GoAwayRule(afterEvery: $0, kind: goAway?.kind ?? .abrupt) } }
        }
    }
}
