public import AlarmCore

extension GatewaySimulator.Behavior {
    /// A limit on accepted requests; requests beyond it get 429 `TooManyRequests` and a Retry-After.
    public struct RateLimit: Hashable, Sendable {
        /// The requests that are counted together.
        public enum Scope: String, Hashable, Sendable, CaseIterable {
            /// The requests to one device token.
            case token
            /// All requests that the behaviour applies to.
            case everybody
        }

        /// Maximum number of requests accepted within any period as long as ``window``; 0 to 100,000.
        public var requests: Int
        /// Length of the period, by the gateway's clock.
        public var window: Span
        /// The requests that are counted together.
        public var scope: Scope

        /// Creates a limit.
        public init(requests: Int, per window: Span = .seconds(1), scope: Scope = .everybody) {
            self.requests = requests
            self.window = window
            self.scope = scope
        }
    }
}
