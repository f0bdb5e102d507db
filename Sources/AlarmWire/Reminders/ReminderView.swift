public import AlarmCore

/// A reminder as a member of the family sees it: the answer to every request about one.
public struct ReminderView: Hashable, WireMessage {
    /// The reminder.
    public var reminder: Reminder
    /// The alarm that rings for it, about which devices report; nil once it will not ring any more.
    public var alarm: AlarmID?
    /// The alarm that rang for it last, where it will not ring any more; nil for the first one, which has the reminder's
    /// identifier.
    public var lastAlarm: AlarmID?
    /// The end of a snooze.
    public var snoozedUntil: Instant?
    /// The time before the present one of a recurring reminder, where nobody said that it was done then.
    public var missed: Instant?
    /// The reminder for the next occurrence, where this one recurs and is completed.
    public var next: ReminderID?
    /// Whoever set its place, which a child leaves as it is where a parent did; nil without a place.
    public var placeSetBy: PersonID?
    /// Whoever took back that it is done, where it has neither been done nor changed since.
    public var reopenedBy: PersonID?
    /// Why it will not ring at its next time; nil where it will, and where no time is to come.
    public var silence: ReminderSilence?

    /// Makes a view.
    public init(
        _ reminder: Reminder,
        alarm: AlarmID? = nil,
        lastAlarm: AlarmID? = nil,
        snoozedUntil: Instant? = nil,
        missed: Instant? = nil,
        next: ReminderID? = nil,
        placeSetBy: PersonID? = nil,
        reopenedBy: PersonID? = nil,
        silence: ReminderSilence? = nil
    ) {
        self.reminder = reminder
        self.alarm = alarm
        self.lastAlarm = lastAlarm
        self.snoozedUntil = snoozedUntil
        self.missed = missed
        self.next = next
        self.placeSetBy = placeSetBy
        self.reopenedBy = reopenedBy
        self.silence = silence
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alarm = try object.optionalIdentifier("alarmId")
        lastAlarm = try object.optionalIdentifier("lastAlarmId")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        missed = try object.optionalInstant("missed")
        next = try object.optionalIdentifier("next")
        placeSetBy = try object.optionalIdentifier("placeSetBy")
        reopenedBy = try object.optionalIdentifier("reopenedBy")
        silence = try object.optionalWord("silence")
        reminder = try Reminder(reading: &object)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        var object = reminder.object
        if let alarm { object.append("alarmId", .identifier(alarm)) }
        if let lastAlarm { object.append("lastAlarmId", .identifier(lastAlarm)) }
        if let snoozedUntil { object.append("snoozedUntil", .instant(snoozedUntil)) }
        if let missed { object.append("missed", .instant(missed)) }
        if let next { object.append("next", .identifier(next)) }
        if let placeSetBy { object.append("placeSetBy", .identifier(placeSetBy)) }
        if let reopenedBy { object.append("reopenedBy", .identifier(reopenedBy)) }
        if let silence { object.append("silence", .word(silence)) }
        return .object(object)
    }
}

/// `GET /v1/circles/{id}/reminders`: one page of a family's reminders, the earliest first.
public struct ReminderList: Hashable, WireMessage {
    /// The reminders.
    public var reminders: [ReminderView]
    /// The position at which the next page begins; nil on the last.
    public var next: ReminderCursor?

    /// Makes a page.
    public init(reminders: [ReminderView], next: ReminderCursor? = nil) {
        self.reminders = reminders
        self.next = next
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        reminders = try object.array("reminders", limit: ReminderLimits.pages.upperBound)
        next = try object.optionalText("next", expected: "a cursor of 32 characters") { ReminderCursor(text: $0) }
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "reminders": .array(reminders.map(\.json)),
            "next": next.map { .string($0.text) },
        ])
    }
}

/// The answer to `POST /v1/reminders/{id}/position`: whether the assignee has moved away from the place.
public struct ReminderPosition: Hashable, WireMessage {
    /// The distance from the place in metres; nil where no place is watched.
    public var metres: Int?
    /// Whether the parents are told, which ends the watch.
    public var isTold: Bool

    /// Makes an answer.
    public init(metres: Int?, isTold: Bool) {
        self.metres = metres
        self.isTold = isTold
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        metres = try object.optionalInteger("metres", in: 0...Int64(Int32.max)).map { Int($0) }
        isTold = try object.bool("told")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["metres": metres.map { .integer($0) }, "told": .bool(isTold)])
    }
}
