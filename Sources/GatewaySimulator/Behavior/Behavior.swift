public import AlarmCore

extension GatewaySimulator {
    /// How the gateway misbehaves: towards everybody, or towards one device token.
    ///
    /// A fault befalls only a request that would have been accepted, so that a provider that is wrong is still told
    /// why; latency befalls every request. The default value is a gateway in good health.
    public struct Behavior: Hashable, Sendable {
        /// What the sender gets to see.
        public enum Answer: Hashable, Sendable {
            /// What the real gateway would say.
            case genuine
            /// This, whatever the request deserves.
            case fixed(Response)
            /// Nothing, ever: the stream stays open.
            case never
            /// RST_STREAM with this code (RFC 9113, section 7); 7 is REFUSED_STREAM.
            case reset(code: UInt32)
            /// The connection ends without a word, as a network failure would end it.
            case disconnect
        }

        /// Which of the requests are befallen, counted from when the behaviour was set.
        public enum Portion: Hashable, Sendable {
            /// All of them.
            case all
            /// The first so many; then the gateway is in good health again.
            case first(Int)
            /// Every so manieth: with 3, the third, the sixth and so on. Anything below 1 is none.
            case every(Int)
        }

        /// What the sender gets to see.
        public var answer: Answer
        /// Which of the requests get that answer.
        public var portion: Portion
        /// Whether the push reaches its device although the sender does not learn so.
        ///
        /// Only of interest where ``answer`` is not genuine: it makes the case in which a retry doubles a push.
        public var delivers: Bool
        /// How long the answer is held back, in real time.
        public var latency: Span
        /// After how many requests a connection is sent a GOAWAY and closed; nil for never.
        ///
        /// Its last stream is the one that brought the count there: it and those before it are answered, later ones
        /// are not processed (RFC 9113, section 6.8).
        public var goAwayAfterEvery: Int?

        /// Makes a behaviour; what is left out is in good health.
        public init(
            answer: Answer = .genuine,
            portion: Portion = .all,
            delivers: Bool = false,
            latency: Span = .zero,
            goAwayAfterEvery: Int? = nil
        ) {
            self.answer = answer
            self.portion = portion
            self.delivers = delivers
            self.latency = latency
            self.goAwayAfterEvery = goAwayAfterEvery
        }
    }
}
