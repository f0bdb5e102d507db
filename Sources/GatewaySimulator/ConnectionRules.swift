extension GatewaySimulator {
    /// What the gateway allows every connection; can be changed while it runs.
    public struct ConnectionRules: Hashable, Sendable {
        /// What the gateway does against clients that reset many streams.
        public enum ResetProtection: Hashable, Sendable {
            /// What SwiftNIO's server does by default: 200 RST_STREAM frames within 30 s, then GOAWAY with
            /// ENHANCE_YOUR_CALM, and the end.
            case nio
            /// What nghttp2's server does by default: 1,000 RST_STREAM frames, and 33 more with every second; then
            /// GOAWAY with INTERNAL_ERROR, and the end once the open streams are answered.
            case nghttp2
            /// As ``nio``, with another number.
            case limit(Int)
        }

        /// How many streams a connection may have from its first authenticated answer on; 0 to 2,147,483,647.
        ///
        /// Default: 1,000. A change is sent to open connections at once.
        public var maximumConcurrentStreams: Int

        /// Whether authentication raises the number of streams at all.
        ///
        /// Default: false. Where it does not, SETTINGS stay at what a connection began with.
        public var holdsStreamLimit: Bool

        /// What is done against clients that reset many streams; nil for nothing.
        ///
        /// Default: nil. A change holds for new connections. What the real gateway tolerates is not known.
        public var resetProtection: ResetProtection?

        /// Makes rules.
        public init(
            maximumConcurrentStreams: Int = 1000,
            holdsStreamLimit: Bool = false,
            resetProtection: ResetProtection? = nil
        ) {
            self.maximumConcurrentStreams = maximumConcurrentStreams
            self.holdsStreamLimit = holdsStreamLimit
            self.resetProtection = resetProtection
        }

        /// SwiftNIO's default, in RST_STREAM frames within 30 s.
        static let nioResetLimit = 200

        /// The same rules with every number in its range.
        var clamped: ConnectionRules {
            var rules = self
            rules.maximumConcurrentStreams = min(max(0, maximumConcurrentStreams), Int(Int32.max))
            if case .limit(let count)? = resetProtection {
                rules.resetProtection = .limit(min(max(0, count), 1_000_000))
            }
            return rules
        }
    }
}
