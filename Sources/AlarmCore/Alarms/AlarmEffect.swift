/// An action that an alarm asks for; the caller stores each as a row before anything else happens.
public enum AlarmEffect: Hashable, Sendable {
    /// Put this delivery into the outbox.
    case deliver(DeliveryOrder)
    /// Drop every pending delivery that can make a phone ring and belongs to an earlier epoch.
    case supersede
    /// Wake the alarm at this instant only; nil for never.
    case wake(Instant?)
    /// Add this line to the alarm's record.
    case record(AlarmEvent)
    /// The occurrence of this revision has ended without a report from these devices, which were to ring.
    ///
    /// Only the outbox knows whether they were ever reached.
    case unanswered(by: [DeviceID], revision: Int)
    /// Tell this to everybody to whom an alert about the alarm went, or may have gone, except this device.
    ///
    /// Only the outbox knows to whom it went.
    case resolve(Stage, except: DeviceID?)
}

/// One message to one destination, as an alarm orders it.
public struct DeliveryOrder: Hashable, Sendable {
    /// Identifier, derived from the content, so that the same order made twice is one row.
    public var id: DeliveryID
    /// The destination.
    public var destination: Destination
    /// The purpose of the delivery.
    public var stage: Stage
    /// The urgency of the push.
    public var urgency: Urgency
    /// The epoch to which the order belongs; see ``Alarm/epoch``.
    public var epoch: Int
    /// The alarm's revision that the message is about.
    public var revision: Int
    /// The nominal time of the occurrence.
    public var due: Instant
    /// The instant from which the delivery is worthless, because later steps replace it.
    public var deadline: Instant
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// The offset of the ordering step from the alarm's base.
    ///
    /// Nil for steps on acceptance, and for a delivery to a device that returned.
    public var offset: Span?
    /// Whether the alarm wants to know that the gateway accepted the delivery, because pushes may not arrive.
    public var isAwaited: Bool

    /// Makes an order, or restores a stored one.
    public init(
        id: DeliveryID,
        destination: Destination,
        stage: Stage,
        urgency: Urgency,
        epoch: Int,
        revision: Int,
        due: Instant,
        deadline: Instant,
        isLate: Bool,
        offset: Span? = nil,
        isAwaited: Bool = false
    ) {
        self.id = id
        self.destination = destination
        self.stage = stage
        self.urgency = urgency
        self.epoch = epoch
        self.revision = revision
        self.due = due
        self.deadline = deadline
        self.isLate = isLate
        self.offset = offset
        self.isAwaited = isAwaited
    }
}

extension DeliveryOrder {
    /// How long a call waits for an answer to what was sent before it.
    ///
    /// 2 min.
    public static let callWait = Span.minutes(2)

    /// How long after it was ordered the delivery may first be sent.
    ///
    /// A call comes last: whoever answers the push or the text message is not called.
    public var wait: Span { destination.medium == .call ? Self.callWait : .zero }
}

/// A line of an alarm's record.
public struct AlarmEvent: Hashable, Sendable {
    /// A kind of event.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// A device gave its first sign of life about the occurrence, with a report that says nothing more.
        case received
        case accepted, armed, due, ringing, snoozed, acknowledged, dismissed, missed, cancelled, declined, revoked
        case rescheduled, blocked, unblocked
        /// The next occurrence began.
        case renewed
        /// The relay was away when it was due and rings late.
        case late
        /// A deadline was moved, because the relay was away before it.
        case credited
        /// A device reported about a past revision, or about an alarm that has ended.
        case stale
        case deliveryRefused = "delivery-refused"
        case deliveryExpired = "delivery-expired"
    }

    /// The kind of event.
    public var kind: Kind
    /// The device concerned, if any.
    public var device: DeviceID?

    /// Makes a line of the record.
    public init(_ kind: Kind, device: DeviceID? = nil) {
        self.kind = kind
        self.device = device
    }
}

extension [AlarmEffect] {
    /// The instant at which the alarm wants to be woken; nil for never, or where no effect sets one.
    public var nextWake: Instant? {
        for case .wake(let instant) in reversed() { return instant }
        return nil
    }
}
