public import AlarmCore

/// The `alarm` object of a push, and of an event on the stream (PA1 section 6).
public struct AlarmPush: Hashable, WireMessage {
    /// The purpose of the push.
    public var stage: PushStage
    /// The alarm.
    public var id: AlarmID
    /// The alarm's revision.
    public var revision: Int
    /// The nominal due time of the present occurrence, however late the push.
    public var time: Instant
    /// The alarm's first due time, where different: the one that the sealed message repeats.
    public var firstTime: Instant?
    /// The end of a snooze, for which a handoff arms the device; nil where the alarm is not snoozed.
    public var snoozedUntil: Instant?
    /// The recurrence rule.
    public var rule: RecurrenceRule?
    /// The zone of the rule.
    public var timeZone: String?
    /// The name of the sound; the system's own by default.
    public var sound: String?
    /// The sealed message; nil in a notice, and where the receiver could not parse it.
    public var message: SealedText?
    /// The receiver's sealed reply, in a notice.
    public var reply: SealedText?
    /// The text that a member of a circle sealed for the reader; nil for a partner alarm, and where there is none.
    public var sealed: MemberWords?
    /// The title in clear of the reminder that it is about; nil unless the family lets the relay read titles.
    public var clear: ClearWords?
    /// Whether the relay was away when it was due.
    public var isLate: Bool
    /// The time at which the relay's data was restored from a backup that knew the alarm already; nil for any other alarm.
    ///
    /// The relay may have lost that the alarm was cancelled. A device that was told so before this time stays silent.
    public var restoredAt: Instant?
    /// The preset; nil for a partner alarm.
    public var preset: String?
    /// The relay's own text, in the reader's language; nil where the app has the text.
    public var words: PushWords?

    /// Makes a push.
    public init(
        stage: PushStage,
        id: AlarmID,
        revision: Int,
        time: Instant,
        firstTime: Instant? = nil,
        snoozedUntil: Instant? = nil,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        sound: String? = nil,
        message: SealedText? = nil,
        reply: SealedText? = nil,
        sealed: MemberWords? = nil,
        clear: ClearWords? = nil,
        isLate: Bool = false,
        restoredAt: Instant? = nil,
        preset: String? = nil,
        words: PushWords? = nil
    ) {
        self.stage = stage
        self.id = id
        self.revision = revision
        self.time = time
        self.firstTime = firstTime
        self.snoozedUntil = snoozedUntil
        self.rule = rule
        self.timeZone = timeZone
        self.sound = sound
        self.message = message
        self.reply = reply
        self.sealed = sealed
        self.clear = clear
        self.isLate = isLate
        self.restoredAt = restoredAt
        self.preset = preset
        self.words = words
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        try object.version()
        try object.constant("type", AlarmRequest.type)
        stage = try object.text("stage", expected: "a stage of 1 to 32 lower-case letters and hyphens") {
            PushStage(rawValue: $0)
        }
        id = try object.identifier("id")
        revision = try object.revision("revision")
        time = try object.instant("time")
        firstTime = try object.optionalInstant("firstTime")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        rule = try object.optionalRule("repeat")
        timeZone = try object.optionalZone("timeZone")
        sound = try object.optionalSound("sound")
        message = try object.optionalSealed("message", limit: SealedText.messageLimit)
        reply = try object.optionalSealed("reply", limit: SealedText.messageLimit)
        sealed = try object.optionalObject("sealed")
        clear = try object.optionalObject("clear")
        isLate = try object.optionalBool("late") ?? false
        restoredAt = try object.optionalInstant("restored")
        preset = try object.optionalString("preset", bytes: 1...64)
        words = try object.optionalObject("words")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "v": 1,
            "type": .string(AlarmRequest.type),
            "stage": .word(stage),
            "id": .identifier(id),
            "revision": .integer(revision),
            "time": .instant(time),
            "firstTime": firstTime.map(JSONValue.instant),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "sound": sound.map(JSONValue.string),
            "message": message.map(JSONValue.sealed),
            "reply": reply.map(JSONValue.sealed),
            "sealed": sealed?.json,
            "clear": clear?.json,
            "late": isLate ? true : nil,
            "restored": restoredAt.map(JSONValue.instant),
            "preset": preset.map(JSONValue.string),
            "words": words?.json,
        ])
    }
}
