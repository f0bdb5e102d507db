import AlarmCore

/// An app on a device, as the gateway knows it: one device token.
struct Device {
    /// Whether pushes reach it, and since when not.
    enum Status: Hashable {
        case live
        case unregistered(since: Instant)
        case expired(since: Instant)
    }

    /// A push that waits for its device to come online.
    struct Stored {
        var push: ReceivedPush
        /// The last moment at which it may still be delivered.
        var deadline: Instant
    }

    let topic: String
    let environment: GatewaySimulator.Environment
    var status = Status.live
    var isOnline = true
    /// The newest push for the app: Apple stores no more than one for a device that is offline.
    var stored: Stored?
}
