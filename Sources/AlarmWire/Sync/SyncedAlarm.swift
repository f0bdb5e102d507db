public import AlarmCore

/// An alarm that a device should have armed.
public struct SyncedAlarm: Hashable, WireMessage {
    /// The alarm.
    public var id: AlarmID
    /// The pair of the alarm.
    public var pair: PairID
    /// The present state.
    public var state: AlarmState
    /// The number of the present change or occurrence, from 1.
    public var revision: Int
    /// The due time of the present occurrence.
    public var time: Instant
    /// The alarm's first due time, where different: the one that the sealed message repeats.
    public var firstTime: Instant?
    /// The end of a snooze.
    public var snoozedUntil: Instant?
    /// Whether one of the receiver's devices has turned its sound off, so that it rings on none of them until it is put
    /// off; of a reminder that is `ringing` alone.
    public var isSoundOff: Bool
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// How long it is worth ringing after due.
    public var ttl: Span
    /// The name of the sound.
    public var sound: String
    /// The sealed message of a partner.
    public var message: SealedText?
    /// The text that a member of a circle sealed for the caller, where the alarm rings for a reminder.
    public var sealed: MemberWords?
    /// The title in clear of the reminder that it is about; nil unless the family lets the relay read titles.
    public var clear: ClearWords?

    /// Makes an alarm.
    public init(
        id: AlarmID,
        pair: PairID,
        state: AlarmState,
        revision: Int,
        time: Instant,
        firstTime: Instant? = nil,
        snoozedUntil: Instant? = nil,
        isSoundOff: Bool = false,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        ttl: Span,
        sound: String,
        message: SealedText?,
        sealed: MemberWords? = nil,
        clear: ClearWords? = nil
    ) {
        self.id = id
        self.pair = pair
        self.state = state
        self.revision = revision
        self.time = time
        self.firstTime = firstTime
        self.snoozedUntil = snoozedUntil
        self.isSoundOff = isSoundOff
        self.rule = rule
        self.timeZone = timeZone
        self.ttl = ttl
        self.sound = sound
        self.message = message
        self.sealed = sealed
        self.clear = clear
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        pair = try object.identifier("pairId")
        state = try object.word("state")
        revision = try object.revision("revision")
        time = try object.instant("time")
        firstTime = try object.optionalInstant("firstTime")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        isSoundOff = try object.optionalBool("soundOff") ?? false
        rule = try object.optionalRule("repeat")
        timeZone = try object.optionalZone("timeZone")
        ttl = try object.required(object.optionalSeconds("ttl", in: AlarmRequest.ttlRange), "ttl")
        sound = try object.required(object.optionalSound("sound"), "sound")
        message = try object.optionalSealed("message", limit: SealedText.messageLimit)
        sealed = try object.optionalObject("sealed")
        clear = try object.optionalObject("clear")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "state": .word(state),
            "revision": .integer(revision),
            "time": .instant(time),
            "firstTime": firstTime.map(JSONValue.instant),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "soundOff": isSoundOff ? true : nil,
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "ttl": .seconds(ttl),
            "sound": .string(sound),
            "message": message.map(JSONValue.sealed),
            "sealed": sealed?.json,
            "clear": clear?.json,
        ])
    }
}
