/// What an alarm needs to know of the world to decide.
public struct AlarmContext: Sendable {
    /// A device that can be addressed.
    public struct Recipient: Hashable, Sendable {
        /// Its name.
        public var device: DeviceID
        /// Whether critical alerts are granted on it.
        public var allowsCritical: Bool

        /// Makes a recipient.
        public init(device: DeviceID, allowsCritical: Bool = false) {
            self.device = device
            self.allowsCritical = allowsCritical
        }
    }

    /// The ladder to climb.
    public var policy: EscalationPolicy
    /// The receiver's devices that can be reached.
    public var receivers: [Recipient]
    /// The sender's devices that can be reached.
    public var senders: [Recipient]
    /// Where the rules of time zones come from.
    public var zones: any ZoneProvider

    /// Makes a context.
    public init(
        policy: EscalationPolicy,
        receivers: [Recipient],
        senders: [Recipient],
        zones: any ZoneProvider
    ) {
        self.policy = policy
        self.receivers = receivers
        self.senders = senders
        self.zones = zones
    }
}
