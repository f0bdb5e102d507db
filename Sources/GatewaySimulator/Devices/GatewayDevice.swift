import AlarmCore

/// An app on a device, as the gateway knows it: one device token.
struct GatewayDevice {
    /// Whether the device token is live, and if not, since when.
    enum Status: Hashable {
        case live
        case unregistered(since: Instant)
        case expired(since: Instant)
    }

    /// A push that was accepted for the app.
    struct Arrival {
        var push: ReceivedPush
        var isBackground: Bool
        /// Latest time of a delayed delivery; nil if the push may not be stored.
        var deadline: Instant?
    }

    let topic: String
    let environment: GatewaySimulator.Environment
    var status = Status.live
    var isOnline = true
    /// The newest push for the app: Apple stores only one for a device that is offline.
    var stored: Arrival?
    var background = BackgroundBudget()
}
