public import AlarmCore

/// One alarm as the caller may see it: `GET /v1/alarms/{id}` and the lists.
public struct AlarmView: Hashable, WireMessage {
    /// Which way an alarm goes, seen from the caller.
    public enum Direction: String, CaseIterable, Hashable, Sendable {
        /// The caller set it.
        case outgoing
        /// It rings on the caller's devices.
        case incoming
    }

    /// The most devices whose funnel is told.
    public static let deliveriesLimit = 64

    /// The alarm.
    public var id: AlarmID
    /// The pair that it belongs to, or the circle.
    public var pair: PairID
    /// Who set it; the relay on behalf of who it rings for, for what watches somebody.
    public var setBy: PersonID
    /// What kind of alarm it is, where it is none of a partner's.
    public var preset: String?
    /// Which way it goes.
    public var direction: Direction
    /// Where it stands.
    public var state: AlarmState
    /// Counts its changes and occurrences, from 1.
    public var revision: Int
    /// When the present occurrence is due, or was.
    public var time: Instant
    /// When the one after it is due, for an alarm that repeats.
    public var nextTime: Instant?
    /// How it repeats.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// How long it is worth delivering after due.
    public var lifetime: Span
    /// The name of the sound.
    public var sound: String
    /// When it was set.
    public var setAt: Instant
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// The sealed words; nil once they were blanked.
    public var message: SealedText?
    /// The receiver's sealed reply.
    public var reply: SealedText?
    /// How far it has come with each device of the receiver.
    public var deliveries: [DeliveryFunnel]

    /// Makes a view.
    public init(
        id: AlarmID,
        pair: PairID,
        setBy: PersonID,
        preset: String? = nil,
        direction: Direction,
        state: AlarmState,
        revision: Int,
        time: Instant,
        nextTime: Instant? = nil,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        lifetime: Span,
        sound: String,
        setAt: Instant,
        isLate: Bool = false,
        message: SealedText? = nil,
        reply: SealedText? = nil,
        deliveries: [DeliveryFunnel] = []
    ) {
        self.id = id
        self.pair = pair
        self.setBy = setBy
        self.preset = preset
        self.direction = direction
        self.state = state
        self.revision = revision
        self.time = time
        self.nextTime = nextTime
        self.rule = rule
        self.timeZone = timeZone
        self.lifetime = lifetime
        self.sound = sound
        self.setAt = setAt
        self.isLate = isLate
        self.message = message
        self.reply = reply
        self.deliveries = deliveries
    }
}
