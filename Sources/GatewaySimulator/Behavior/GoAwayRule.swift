extension GatewaySimulator.Behavior {
    /// The number of requests after which a connection is sent a GOAWAY, and how it ends (RFC 9113, section 6.8).
    public struct GoAwayRule: Hashable, Sendable {
        /// How a connection ends after its GOAWAY.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Nothing is lost: a first GOAWAY names the highest stream there can be, and a PING follows it. When the
            /// client has answered that, a second GOAWAY names the last stream that arrived, and the connection closes
            /// once all of them are answered.
            case graceful
            /// The stream that reaches the count is the last: it and those before it are answered. Later ones, which
            /// may be on their way, are not processed; the connection closes without waiting for the client.
            case abrupt
            /// The connection closes with its GOAWAY. Requests whose answer was held back were processed, but their
            /// sender does not learn so; requests that had not fully arrived were not.
            case immediate
        }

        /// Number of requests; below 1 means never.
        public var afterEvery: Int
        /// How the connection ends.
        public var kind: Kind

        /// Creates a rule.
        public init(afterEvery: Int, kind: Kind = .abrupt) {
            self.afterEvery = afterEvery
            self.kind = kind
        }
    }
}
