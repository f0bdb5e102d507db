public import AlarmCore

/// An alarm that a device should have armed.
public struct SyncedAlarm: Hashable, WireMessage {
    /// The alarm.
    public var id: AlarmID
    /// The pair that it belongs to.
    public var pair: PairID
    /// Where it stands.
    public var state: AlarmState
    /// Counts its changes and occurrences, from 1.
    public var revision: Int
    /// When the present occurrence is due.
    public var time: Instant
    /// When the alarm was first due, where that is another time: the one that the sealed message names.
    public var firstTime: Instant?
    /// Until when it is snoozed.
    public var snoozedUntil: Instant?
    /// How it repeats.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// How long it is worth ringing after due.
    public var lifetime: Span
    /// The name of the sound.
    public var sound: String
    /// The sealed words of a partner.
    public var message: SealedText?
    /// What a member of a circle has sealed for the caller, where the alarm rings for a reminder.
    public var sealed: MemberWords?

    /// Makes an alarm.
    public init(
        id: AlarmID,
        pair: PairID,
        state: AlarmState,
        revision: Int,
        time: Instant,
        firstTime: Instant? = nil,
        snoozedUntil: Instant? = nil,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        lifetime: Span,
        sound: String,
        message: SealedText?,
        sealed: MemberWords? = nil
    ) {
        self.id = id
        self.pair = pair
        self.state = state
        self.revision = revision
        self.time = time
        self.firstTime = firstTime
        self.snoozedUntil = snoozedUntil
        self.rule = rule
        self.timeZone = timeZone
        self.lifetime = lifetime
        self.sound = sound
        self.message = message
        self.sealed = sealed
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        pair = try object.identifier("pairId")
        state = try object.word("state")
        revision = try object.revision("revision")
        time = try object.instant("time")
        firstTime = try object.optionalInstant("firstTime")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        rule = try object.optionalRule("repeat")
        timeZone = try object.optionalZone("timeZone")
        lifetime = try object.required(object.optionalSeconds("ttl", in: AlarmRequest.lifetimes), "ttl")
        sound = try object.required(object.optionalSound("sound"), "sound")
        message = try object.optionalSealed("message", limit: SealedText.messageLimit)
        sealed = try object.optionalObject("sealed")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "state": .word(state),
            "revision": .integer(revision),
            "time": .instant(time),
            "firstTime": firstTime.map(JSONValue.instant),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "ttl": .seconds(lifetime),
            "sound": .string(sound),
            "message": message.map(JSONValue.sealed),
            "sealed": sealed?.json,
        ])
    }
}
