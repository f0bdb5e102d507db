import AlarmCore

/// Why a request is refused, with the time since which a dead device token is dead.
struct Rejection: Error, Hashable {
    var reason: GatewaySimulator.Reason
    /// Only for 410: when the gateway learnt that the token is dead.
    var timestamp: Instant?

    init(_ reason: GatewaySimulator.Reason, timestamp: Instant? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
