package import AlarmCore

/// A row of the outbox: one order and its outcome.
package struct DeliveryRow: Hashable, Sendable {
    /// The state of an order.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// The delivery waits for its time.
        case pending
        /// A sender has leased the delivery and is sending it.
        case leased
        /// The gateway accepted it.
        case accepted
        /// The gateway refused it for good, or the destination is gone.
        case refused
        /// The delivery expired.
        case expired
        /// The delivery was superseded by a later change of its alarm.
        case superseded

        /// Whether the state is final.
        package var isFinal: Bool { self != .pending && self != .leased }
    }

    package let order: DeliveryOrder
    package let alarm: AlarmKey
    /// The circle of its alarm.
    package let circle: CircleID
    package let createdAt: Instant
    package var state: State
    /// The time from which it may be sent.
    package var notBefore: Instant
    /// The number of attempts, one in progress included.
    package var attempts: Int
    /// The number of ended attempts after which it is certain that nothing was handed over.
    package var failedAttempts: Int
    /// The sender that holds the lease, which ends at ``leaseEnd``.
    package var leaseHolder: String?
    package var leaseEnd: Instant?
    /// The reason why the last attempt failed.
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
        failedAttempts: Int = 0,
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
        self.failedAttempts = failedAttempts
        self.leaseHolder = leaseHolder
        self.leaseEnd = leaseEnd
        self.reason = reason
        self.finishedAt = finishedAt
    }

    /// Whether it was handed over, or may have been: an attempt is in progress, or it is not known how one ended.
    package var mayHaveArrived: Bool { state == .accepted || attempts > failedAttempts }
}
