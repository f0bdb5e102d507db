public import AlarmCore

/// One alarm as its caller sees it: `GET /v1/alarms/{id}` and the lists.
public struct AlarmView: Hashable, WireMessage {
    /// The direction of an alarm, seen from the caller.
    public enum Direction: String, CaseIterable, Hashable, Sendable {
        /// The caller set it.
        case outgoing
        /// It rings on the caller's devices.
        case incoming
    }

    /// How the present occurrence ended.
    public enum Ending: String, CaseIterable, Hashable, Sendable {
        /// A person answered.
        case answered
        /// A person dismissed it while it rang.
        case dismissed
        /// The receiver took it off, or has muted the sender, before it rang or while it did.
        case declined
        /// Nobody answered.
        case missed
        /// It was taken back.
        case cancelled
        /// The pair or the circle ended, or somebody concerned left the circle.
        case ended
    }

    /// The most devices whose funnels are listed.
    public static let deliveriesLimit = 64

    /// The alarm.
    public var id: AlarmID
    /// The pair or circle of the alarm.
    public var pair: PairID
    /// The person who set it; for an alarm that watches somebody, the relay sets it on behalf of that person.
    public var setBy: PersonID
    /// The preset, unless it is a partner alarm.
    public var preset: String?
    /// The reminder of a family for which it rings; nil for any other alarm, and once the reminder is deleted.
    public var reminder: ReminderID?
    /// When that reminder was due, where the alarm was set after that and rang at once; nil where ``time`` says it.
    public var reminderDue: Instant?
    /// Whether its reminder was set anew for the same receiver: another alarm rings for it, or has rung, in its place.
    public var isSetAnew: Bool
    /// The direction.
    public var direction: Direction
    /// The present state.
    public var state: AlarmState
    /// The number of the present change or occurrence, from 1.
    public var revision: Int
    /// The due time of the present occurrence.
    public var time: Instant
    /// The end of a snooze, at which it rings again; nil unless somebody has put it off.
    public var snoozedUntil: Instant?
    /// How often the present occurrence was snoozed; nil in a list.
    public var snoozes: Int?
    /// The due time of the next occurrence of a recurring alarm.
    public var nextTime: Instant?
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// How long the alarm is worth delivering after it was due.
    public var ttl: Span
    /// The name of the sound.
    public var sound: String
    /// The time at which it was set.
    public var setAt: Instant
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// Whether the receiver takes no alarm of the caller's at ``time``, so that it is skipped as things are.
    public var isRefused: Bool
    /// Whether the receiver takes none at ``nextTime`` either, so that it is skipped as things are.
    public var isNextRefused: Bool
    /// Whether it rings no more although it is not done: the receiver of a reminder has turned its sound off.
    public var isSoundOff: Bool
    /// The sealed message; nil once it was blanked.
    public var message: SealedText?
    /// The receiver's sealed reply.
    public var reply: SealedText?
    /// The text that a member of a circle sealed for the caller, where the alarm rings for a reminder.
    public var sealed: MemberWords?
    /// The title in clear of the reminder for which it rings, where the family lets the relay read titles.
    public var clear: ClearWords?
    /// How it ended; nil for one that has not, and in a list.
    public var ending: Ending?
    /// The latest occurrence that has ended: of a recurring alarm that goes on the one before the present; nil where
    /// none has, and in a list.
    public var last: PastOccurrence?
    /// The progress with each device of the receiver.
    public var deliveries: [DeliveryFunnel]

    /// Makes a view.
    public init(
        id: AlarmID,
        pair: PairID,
        setBy: PersonID,
        preset: String? = nil,
        reminder: ReminderID? = nil,
        reminderDue: Instant? = nil,
        isSetAnew: Bool = false,
        direction: Direction,
        state: AlarmState,
        revision: Int,
        time: Instant,
        snoozedUntil: Instant? = nil,
        snoozes: Int? = nil,
        nextTime: Instant? = nil,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        ttl: Span,
        sound: String,
        setAt: Instant,
        isLate: Bool = false,
        isRefused: Bool = false,
        isNextRefused: Bool = false,
        isSoundOff: Bool = false,
        message: SealedText? = nil,
        reply: SealedText? = nil,
        sealed: MemberWords? = nil,
        clear: ClearWords? = nil,
        ending: Ending? = nil,
        last: PastOccurrence? = nil,
        deliveries: [DeliveryFunnel] = []
    ) {
        self.id = id
        self.pair = pair
        self.setBy = setBy
        self.preset = preset
        self.reminder = reminder
        self.reminderDue = reminderDue
        self.isSetAnew = isSetAnew
        self.direction = direction
        self.state = state
        self.revision = revision
        self.time = time
        self.snoozedUntil = snoozedUntil
        self.snoozes = snoozes
        self.nextTime = nextTime
        self.rule = rule
        self.timeZone = timeZone
        self.ttl = ttl
        self.sound = sound
        self.setAt = setAt
        self.isLate = isLate
        self.isRefused = isRefused
        self.isNextRefused = isNextRefused
        self.isSoundOff = isSoundOff
        self.message = message
        self.reply = reply
        self.sealed = sealed
        self.clear = clear
        self.ending = ending
        self.last = last
        self.deliveries = deliveries
    }
}

/// The caller's alarms: `GET /v1/alarms`, soonest first.
public struct AlarmList: Hashable, WireMessage {
    /// The most alarms in one list.
    public static let limit = 1024

    /// The alarms.
    public var alarms: [AlarmView]

    /// Makes a list.
    public init(alarms: [AlarmView]) {
        self.alarms = alarms
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alarms = try object.array("alarms", limit: Self.limit)
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["alarms": .array(alarms.map(\.json))])
    }
}
