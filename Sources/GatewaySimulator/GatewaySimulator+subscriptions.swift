import AlarmCore

extension GatewaySimulator {
    /// Registers a browser's subscription.
    ///
    /// Messages are posted to `https://HOST:PORT/webpush/IDENTIFIER`, and reach ``pushes(to:)`` under the identifier,
    /// sealed as they came.
    ///
    /// - Parameter applicationServerKey: The only key that may push to it, 65 bytes; nil for any.
    /// - Returns: Its identifier, 32 random bytes in hexadecimal digits.
    public func registerSubscription(applicationServerKey: [UInt8]? = nil) -> String {
        var generator = SystemRandomNumberGenerator()
        return registerSubscription(applicationServerKey: applicationServerKey, using: &generator)
    }

    /// Registers a browser's subscription with an identifier drawn from `generator`.
    public func registerSubscription(
        applicationServerKey: [UInt8]? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> String {
        let digits = Array("0123456789abcdef")
        let id = String((0..<64).map { _ in digits[Int.random(in: digits.indices, using: &generator)] })
        withState { $0.subscriptions.add(id, applicationServerKey: applicationServerKey) }
        return id
    }

    /// The endpoint of a subscription at this gateway.
    public func endpoint(of subscription: String) -> String {
        "https://localhost:\(port)\(WebPushMessage.prefix)\(subscription)"
    }

    /// Ends a subscription: from now on 410.
    ///
    /// - Returns: False if it is not known.
    @discardableResult
    public func endSubscription(_ id: String) -> Bool {
        withState { $0.subscriptions.end(id.lowercased()) }
    }

    /// Whether a subscription is known and has not ended.
    public func isSubscribed(_ id: String) -> Bool {
        withState { $0.subscriptions[id.lowercased()] }.map { !$0.hasEnded } ?? false
    }

    /// Sets a browser online or offline; messages that are still worth delivering reach it when it comes back.
    public func setSubscriptionOnline(_ id: String, _ isOnline: Bool) {
        let now = now()
        withState { $0.setSubscriptionOnline(isOnline, id.lowercased(), at: now) }
    }
}
