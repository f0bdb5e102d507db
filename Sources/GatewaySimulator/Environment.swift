extension GatewaySimulator {
    /// One of the two worlds a push token belongs to; a token of one is unknown in the other.
    public enum Environment: String, Hashable, Sendable, CaseIterable {
        /// What `api.sandbox.push.apple.com` serves: apps signed for development.
        case sandbox
        /// What `api.push.apple.com` serves: TestFlight and the App Store.
        case production
    }
}
