public import AlarmCore

extension GatewaySimulator {
    /// How the gateway misbehaves: towards everybody, or towards one device token.
    ///
    /// A fault or a rate befalls only a request that would have been accepted, so that a provider that is wrong is still
    /// told why; latency befalls every request. The default value is a gateway in good health.
    public struct Behavior: Hashable, Sendable {
        /// What may befall a request, in order: of those that would, the first does.
        public var faults: [Fault]
        /// How long an answer is held back at least, in real time.
        public var latency: Span
        /// How much longer than ``latency`` an answer is held back at most; drawn evenly from the gateway's seed.
        public var jitter: Span
        /// When a connection is sent a GOAWAY; nil for never.
        public var goAway: GoAwayRule?
        /// How many requests are accepted in a while; nil for any number.
        public var rate: RateLimit?

        /// Makes a behaviour of several faults; what is left out is in good health.
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

        /// Makes a behaviour of at most one fault; what is left out is in good health.
        public init(
            answer: Answer = .genuine,
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

        /// After how many requests a connection is sent a GOAWAY and closed; nil for never.
        ///
        /// Setting it keeps the kind of ``goAway``, which is ``GoAwayRule/Kind/abrupt`` where there was none.
        public var goAwayAfterEvery: Int? {
            get { goAway?.afterEvery }
            set { goAway = newValue.map { GoAwayRule(afterEvery: $0, kind: goAway?.kind ?? .abrupt) } }
        }
    }
}
