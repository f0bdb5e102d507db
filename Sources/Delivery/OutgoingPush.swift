package import AlarmCore

/// One push, ready to be sent; a repeat of it is equal in all but its deadline.
package struct OutgoingPush: Hashable, Sendable {
    /// What the system does with it.
    package enum Kind: String, Hashable, Sendable {
        /// Shows it.
        case alert
        /// Wakes the app now and then; must not have priority 10.
        case background
    }

    /// How soon the gateway passes it on.
    package enum Priority: Int, Hashable, Sendable {
        /// At once.
        case immediate = 10
        /// When it suits the device's battery.
        case considerate = 5
    }

    /// Where it goes.
    package var destination: PushDestination
    /// Names the delivery, the same over all its attempts: the `apns-id`.
    package var id: DeliveryID
    /// A later push with the same one replaces this one on the screen; at most 64 bytes, nil for none.
    package var collapseID: String?
    /// The JSON object to deliver, at most 4,096 bytes.
    package var payload: [UInt8]
    /// Until when the gateway keeps it for a device that is offline.
    package var expiration: Instant
    /// How soon the gateway passes it on.
    package var priority: Priority
    /// What the system does with it.
    package var kind: Kind
    /// From when on it must not be sent any more.
    package var deadline: Instant

    /// Makes a push.
    package init(
        destination: PushDestination,
        id: DeliveryID,
        collapseID: String? = nil,
        payload: [UInt8],
        expiration: Instant,
        priority: Priority = .immediate,
        kind: Kind = .alert,
        deadline: Instant
    ) {
        self.destination = destination
        self.id = id
        self.collapseID = collapseID
        self.payload = payload
        self.expiration = expiration
        self.priority = priority
        self.kind = kind
        self.deadline = deadline
    }
}
