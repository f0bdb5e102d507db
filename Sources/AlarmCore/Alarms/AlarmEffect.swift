/// What an alarm wants done; the caller makes a row of each before anything else happens.
public enum AlarmEffect: Hashable, Sendable {
    /// Put this delivery into the outbox.
    case deliver(DeliveryOrder)
    /// Drop every pending delivery that can make a phone ring and was made for an earlier epoch.
    case supersede
    /// Wake me then, and at no other time; nil for never.
    case wake(Instant?)
    /// Keep this in the alarm's record.
    case record(AlarmEvent)
    /// The occurrence that had this revision has ended without a word from these devices, which were to ring.
    ///
    /// Whether they were ever reached, only the outbox knows.
    case unanswered(by: [DeviceID], revision: Int)
    /// Tell this to everybody to whom an alert about the alarm went, or may have gone, but to this device.
    ///
    /// To whom it went, only the outbox knows.
    case settle(Stage, except: DeviceID?)
}

/// One message to one destination, as the alarm orders it.
public struct DeliveryOrder: Hashable, Sendable {
    /// Derived from what it is for, so that the same order made twice is one row.
    public var id: DeliveryID
    /// Where to.
    public var destination: Destination
    /// What for.
    public var stage: Stage
    /// How hard it presses.
    public var urgency: Urgency
    /// The epoch for which it was made; see ``Alarm/epoch``.
    public var epoch: Int
    /// The revision of which it tells.
    public var revision: Int
    /// The nominal time of the occurrence.
    public var due: Instant
    /// From when on it is worthless: the ladder has moved on.
    public var deadline: Instant
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// How far from the ladder's base the rung stands that it was ordered by.
    ///
    /// Nil for what is done on acceptance, or because a device returned.
    public var offset: Span?
    /// Whether the alarm wants to know that the gateway took it, because it doubts that it will.
    public var isAwaited: Bool

    /// Makes an order, or restores one from what a store kept of it.
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

/// A line of an alarm's record.
public struct AlarmEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// A device gave its first sign of life about the occurrence, and nothing stronger with it.
        case received
        case accepted, armed, due, ringing, snoozed, acknowledged, dismissed, missed, cancelled, declined, revoked
        case rescheduled, blocked, unblocked
        /// The next occurrence begins its life.
        case renewed
        /// The relay was away when it was due and rings late.
        case late
        /// A deadline was moved, because the relay was away before it.
        case credited
        /// A device spoke of a revision that is over, or of an alarm that has ended.
        case stale
        case deliveryRefused = "delivery-refused"
        case deliveryExpired = "delivery-expired"
    }

    /// What happened.
    public var kind: Kind
    /// The device concerned, if one is.
    public var device: DeviceID?

    /// Makes a line.
    public init(_ kind: Kind, device: DeviceID? = nil) {
        self.kind = kind
        self.device = device
    }
}

extension [AlarmEffect] {
    /// When the alarm that had these effects wants to be woken; nil where it said nothing of it, or never.
    public var nextWake: Instant? {
        for case .wake(let instant) in reversed() { return instant }
        return nil
    }
}
