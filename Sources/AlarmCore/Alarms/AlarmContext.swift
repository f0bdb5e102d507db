/// The facts outside an alarm on which its decisions depend.
public struct AlarmContext: Sendable {
    /// A device that can be addressed.
    public struct Recipient: Hashable, Sendable {
        /// The device.
        public var device: DeviceID
        /// Whether critical alerts are granted on it.
        public var allowsCritical: Bool
        /// Whether it can do something with an alarm before it is due; see ``Device/Platform/takesHandoffs``.
        public var takesHandoffs: Bool

        /// Makes a recipient.
        public init(device: DeviceID, allowsCritical: Bool = false, takesHandoffs: Bool = true) {
            self.device = device
            self.allowsCritical = allowsCritical
            self.takesHandoffs = takesHandoffs
        }
    }

    /// Somebody besides sender and receiver, at one of their destinations.
    public struct Addressee: Hashable, Sendable {
        /// The destination.
        public var destination: Destination
        /// Whether the destination is a device on which critical alerts are granted.
        public var allowsCritical: Bool

        /// Makes an addressee.
        public init(_ destination: Destination, allowsCritical: Bool = false) {
            self.destination = destination
            self.allowsCritical = allowsCritical
        }
    }

    /// The policy to follow.
    public var policy: EscalationPolicy
    /// The receiver's devices that can be reached.
    public var receivers: [Recipient]
    /// The sender's devices that can be reached.
    public var senders: [Recipient]
    /// Everybody else who may have to be told, in tiers; the first tier is told first.
    public var audiences: [EscalationStep.Audience: [[Addressee]]]
    /// The relay's absences, as far as they matter to a deadline.
    public var absences: [Absence]
    /// The source of time-zone rules.
    public var zones: any ZoneProvider

    /// Makes a context.
    public init(
        policy: EscalationPolicy,
        receivers: [Recipient],
        senders: [Recipient],
        audiences: [EscalationStep.Audience: [[Addressee]]] = [:],
        absences: [Absence] = [],
        zones: any ZoneProvider
    ) {
        self.policy = policy
        self.receivers = receivers
        self.senders = senders
        self.audiences = audiences
        self.absences = absences
        self.zones = zones
    }
}
