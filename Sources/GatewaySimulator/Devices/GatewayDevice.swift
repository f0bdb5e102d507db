import AlarmCore

/// An app on a device, as the gateway knows it: one device token.
struct Device {
    /// Whether pushes reach it, and since when not.
    enum Status: Hashable {
        case live
        case unregistered(since: Instant)
        case expired(since: Instant)
    }

    /// A push that was accepted for the app.
    struct Arrival {
        var push: ReceivedPush
        var isBackground: Bool
        /// The last moment at which it may be delivered, if not at once; nil if it may not be kept.
        var deadline: Instant?
    }

    let topic: String
    let environment: GatewaySimulator.Environment
    var status = Status.live
    var isOnline = true
    /// The newest push for the app: Apple stores no more than one for a device that is offline.
    var stored: Arrival?
    var background = BackgroundBudget()
}
