package import AlarmCore

/// A row of the outbox: one order, and what has become of it.
package struct DeliveryRow: Hashable, Sendable {
    /// What has become of an order.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Waits for its time.
        case pending
        /// Somebody is sending it.
        case leased
        /// The gateway took it.
        case accepted
        /// The gateway refused it for good, or the destination is gone.
        case refused
        /// Its time ran out.
        case expired
        /// What it was made for is over.
        case superseded

        /// Whether nothing changes it any more.
        package var isFinal: Bool { self != .pending && self != .leased }
    }

    package let order: DeliveryOrder
    package let alarm: AlarmKey
    /// The circle of its alarm.
    package let circle: CircleID
    package let createdAt: Instant
    package var state: State
    /// From when on it may be sent.
    package var notBefore: Instant
    /// How often it was, or is being, sent.
    package var attempts: Int
    /// Who sends it, and until when nobody else may.
    package var leaseHolder: String?
    package var leaseEnd: Instant?
    /// Why the last attempt failed.
    package var reason: String?
    package var finishedAt: Instant?

    package init(
        order: DeliveryOrder,
        alarm: AlarmKey,
        circle: CircleID,
        createdAt: Instant,
        state: State = .pending,
        notBefore: Instant,
        attempts: Int = 0,
        leaseHolder: String? = nil,
        leaseEnd: Instant? = nil,
        reason: String? = nil,
        finishedAt: Instant? = nil
    ) {
        self.order = order
        self.alarm = alarm
        self.circle = circle
        self.createdAt = createdAt
        self.state = state
        self.notBefore = notBefore
        self.attempts = attempts
        self.leaseHolder = leaseHolder
        self.leaseEnd = leaseEnd
        self.reason = reason
        self.finishedAt = finishedAt
    }
}
