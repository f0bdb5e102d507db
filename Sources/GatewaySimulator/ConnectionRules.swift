extension GatewaySimulator {
    /// Limits of every connection; can be changed while the gateway runs.
    public struct ConnectionRules: Hashable, Sendable {
        /// Protection against clients that reset many streams.
        public enum ResetProtection: Hashable, Sendable {
            /// The default of SwiftNIO's server: 200 RST_STREAM frames within 30 s, then GOAWAY with ENHANCE_YOUR_CALM,
            /// and the end.
            case nio
            /// The default of nghttp2's server: 1,000 RST_STREAM frames, and 33 more every second; then GOAWAY with
            /// INTERNAL_ERROR, and the end once the open streams are answered.
            case nghttp2
            /// Like ``nio``, with another number of frames.
            case limit(Int)
        }

        /// Number of concurrent streams of a connection from its first authenticated answer on; 0 to 2,147,483,647.
        ///
        /// Default: 1,000. A change is sent to open connections at once.
        public var maximumConcurrentStreams: Int

        /// Whether the number of streams stays at its initial value after authentication.
        ///
        /// Default: false. If true, SETTINGS stay as a connection began with them.
        public var holdsStreamLimit: Bool

        /// Protection against clients that reset many streams; nil for none.
        ///
        /// Default: nil. A change applies to new connections. The real gateway's tolerance is not known.
        public var resetProtection: ResetProtection?

        /// Creates rules.
        public init(
            maximumConcurrentStreams: Int = 1000,
            holdsStreamLimit: Bool = false,
            resetProtection: ResetProtection? = nil
        ) {
            self.maximumConcurrentStreams = maximumConcurrentStreams
            self.holdsStreamLimit = holdsStreamLimit
            self.resetProtection = resetProtection
        }

        /// SwiftNIO's default: number of RST_STREAM frames within 30 s.
        static let nioResetLimit = 200

        /// The same rules with every number clamped to its range.
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
