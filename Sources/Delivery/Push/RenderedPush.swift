package import AlarmCore
package import AlarmWire

/// One push as its channel sends it; a repeat is equal to it except for the deadline.
package struct RenderedPush: Hashable, Sendable {
    /// The device's handling of the push.
    package enum Kind: String, Hashable, Sendable {
        /// The device shows the push.
        case alert
        /// The push wakes the app occasionally; its priority must not be 10.
        case background
    }

    /// The urgency with which the gateway delivers the push.
    package enum Priority: Int, Hashable, Sendable {
        /// At once.
        case immediate = 10
        /// When it suits the device's battery.
        case considerate = 5
        /// When the device has power to spare.
        case leisurely = 1
    }

    /// The content to deliver.
    package enum Body: Hashable, Sendable {
        /// The bytes for a gateway.
        case bytes([UInt8])
        /// An event of the relay's own stream, which is encoded for each listener.
        indirect case event(StreamEvent)
    }

    /// The destination.
    package var destination: PushDestination
    /// The gateway that gets the push.
    package var origin: ChannelOrigin
    /// The delivery's identifier, the same for all attempts.
    package var id: DeliveryID
    /// The identifier by which a later push replaces this one; nil for none.
    package var collapseID: String?
    /// The content to deliver.
    package var body: Body
    /// The time until which the gateway stores the push for an offline device.
    package var expiration: Instant
    /// The urgency with which the gateway delivers the push.
    package var priority: Priority
    /// The device's handling of the push.
    package var kind: Kind
    /// The time from which the push must not be sent any more.
    package var deadline: Instant

    /// Creates a push.
    package init(
        destination: PushDestination,
        origin: ChannelOrigin,
        id: DeliveryID,
        collapseID: String? = nil,
        body: Body,
        expiration: Instant,
        priority: Priority = .immediate,
        kind: Kind = .alert,
        deadline: Instant
    ) {
        self.destination = destination
        self.origin = origin
        self.id = id
        self.collapseID = collapseID
        self.body = body
        self.expiration = expiration
        self.priority = priority
        self.kind = kind
        self.deadline = deadline
    }

    /// Creates a push from a content and its rendered body.
    package init(
        _ content: PushContent,
        to destination: PushDestination,
        through origin: ChannelOrigin,
        collapseID: String? = nil,
        body: Body,
        priority: Priority = .immediate
    ) {
        self.init(
            destination: destination,
            origin: origin,
            id: content.id,
            collapseID: collapseID,
            body: body,
            expiration: content.expiration,
            priority: priority,
            deadline: content.deadline
        )
    }

    /// The bytes for a gateway; none for an event.
    package var payload: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }
}
