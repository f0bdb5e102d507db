public import AlarmCore

extension GatewaySimulator.Behavior {
    /// How many requests are accepted in a while; those beyond it get 429 `TooManyRequests` and a Retry-After.
    public struct RateLimit: Hashable, Sendable {
        /// Whose requests are counted together.
        public enum Scope: String, Hashable, Sendable, CaseIterable {
            /// Those to one device token.
            case token
            /// Those that the behaviour applies to.
            case everybody
        }

        /// The most requests that are accepted within any stretch of time as long as ``window``; 0 to 100,000.
        public var requests: Int
        /// The length of that stretch, by the gateway's clock.
        public var window: Span
        /// Whose requests are counted together.
        public var scope: Scope

        /// Makes a limit.
        public init(requests: Int, per window: Span = .seconds(1), scope: Scope = .everybody) {
            self.requests = requests
            self.window = window
            self.scope = scope
        }
    }
}
