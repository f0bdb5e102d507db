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
        /// Whether it is a server of the person's, which is told but rings nobody; see ``Device/Platform/isServer``.
        public var isServer: Bool
        /// Whether it rings by itself what it has armed; false for a page that may have been closed.
        public var ringsByItself: Bool

        /// Makes a recipient.
        public init(
            device: DeviceID,
            allowsCritical: Bool = false,
            takesHandoffs: Bool = true,
            isServer: Bool = false,
            ringsByItself: Bool = true
        ) {
            self.device = device
            self.allowsCritical = allowsCritical
            self.takesHandoffs = takesHandoffs
            self.isServer = isServer
            self.ringsByItself = ringsByItself
        }
    }

    /// Somebody besides sender and receiver, at one of their destinations.
    public struct Addressee: Hashable, Sendable {
        /// The destination.
        public var destination: Destination
        /// Whether the destination is a device on which critical alerts are granted.
        public var allowsCritical: Bool
        /// Whether the destination is a server, which does not make its person one who can be reached.
        public var isServer: Bool

        /// Makes an addressee.
        public init(_ destination: Destination, allowsCritical: Bool = false, isServer: Bool = false) {
            self.destination = destination
            self.allowsCritical = allowsCritical
            self.isServer = isServer
        }

        /// Makes an addressee of a person's device.
        public init(_ recipient: Recipient) {
            self.init(
                .device(recipient.device),
                allowsCritical: recipient.allowsCritical,
                isServer: recipient.isServer
            )
        }
    }

    /// The policy to follow.
    public var policy: EscalationPolicy
    /// The receiver's devices that can be reached.
    public var receivers: [Recipient]
    /// The sender's devices that can be reached.
    public var senders: [Recipient]
    /// Everybody else who may have to be told, in tiers; the first tier is told first.
    ///
    /// For ``EscalationStep/Audience/receiver``, the receiver's own addresses, which are warned beside their devices.
    public var audiences: [EscalationStep.Audience: [[Addressee]]]
    /// The relay's absences, as far as they matter to a deadline.
    public var absences: [Absence]
    /// The time from the receiver's last sign of life to the deadline; nil for an alarm that is none.
    ///
    /// Warnings that would come too soon in it are left out; see ``EscalationPolicy/warnings(within:)``.
    public var interval: Span?
    /// The source of time-zone rules.
    public var zones: any ZoneProvider
    /// Whether the receiver lets the sender ring at a time.
    public var mayRing: @Sendable (Instant) -> Bool

    /// Makes a context.
    public init(
        policy: EscalationPolicy,
        receivers: [Recipient],
        senders: [Recipient],
        audiences: [EscalationStep.Audience: [[Addressee]]] = [:],
        absences: [Absence] = [],
        interval: Span? = nil,
        zones: any ZoneProvider,
        mayRing: @escaping @Sendable (Instant) -> Bool = { _ in true }
    ) {
        self.policy = policy
        self.receivers = receivers
        self.senders = senders
        self.audiences = audiences
        self.absences = absences
        self.interval = interval
        self.zones = zones
        self.mayRing = mayRing
    }

    /// The devices of the family's parents; empty where the policy tells no parents.
    var parents: [Recipient] {
        (audiences[.parents] ?? []).joined().compactMap { addressee in
            addressee.destination.device.map { Recipient(device: $0, isServer: addressee.isServer) }
        }
    }

    /// Whether the receiver has a device that can ring, however it stands with it now.
    var hasPhone: Bool { receivers.contains { !$0.isServer } }

    /// Whether a device of the receiver is a server.
    func isServer(_ device: DeviceID) -> Bool { receivers.contains { $0.device == device && $0.isServer } }
}
