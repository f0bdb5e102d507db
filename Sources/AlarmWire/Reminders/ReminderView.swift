public import AlarmCore

/// What a member of the family sees of a reminder: the answer to every request about one.
public struct ReminderView: Hashable, WireMessage {
    /// The reminder.
    public var reminder: Reminder
    /// The alarm that rings for it, of which devices report; nil once there is nothing left to ring.
    public var alarm: AlarmID?
    /// Until when it was put off.
    public var snoozedUntil: Instant?
    /// The reminder for the next time, where this one recurs and is completed.
    public var next: ReminderID?

    /// Makes a view.
    public init(
        _ reminder: Reminder,
        alarm: AlarmID? = nil,
        snoozedUntil: Instant? = nil,
        next: ReminderID? = nil
    ) {
        self.reminder = reminder
        self.alarm = alarm
        self.snoozedUntil = snoozedUntil
        self.next = next
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        alarm = try object.optionalIdentifier("alarmId")
        snoozedUntil = try object.optionalInstant("snoozedUntil")
        next = try object.optionalIdentifier("next")
        reminder = try Reminder(reading: &object)
    }

    /// The object that travels.
    public var json: JSONValue {
        var object = reminder.object
        if let alarm { object.append("alarmId", .identifier(alarm)) }
        if let snoozedUntil { object.append("snoozedUntil", .instant(snoozedUntil)) }
        if let next { object.append("next", .identifier(next)) }
        return .object(object)
    }
}

/// `GET /v1/circles/{id}/reminders`: one page of a family's reminders, the earliest first.
public struct ReminderList: Hashable, WireMessage {
    /// The reminders.
    public var reminders: [ReminderView]
    /// Where the next page begins; nil on the last.
    public var next: ReminderCursor?

    /// Makes a page.
    public init(reminders: [ReminderView], next: ReminderCursor? = nil) {
        self.reminders = reminders
        self.next = next
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        reminders = try object.array("reminders", limit: ReminderLimits.pages.upperBound)
        next = try object.optionalText("next", expected: "a cursor of 32 characters") { ReminderCursor(text: $0) }
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: [
            "reminders": .array(reminders.map(\.json)),
            "next": next.map { .string($0.text) },
        ])
    }
}

/// The answer to `POST /v1/reminders/{id}/position`: whether the assignee has moved away from its place.
public struct ReminderPosition: Hashable, WireMessage {
    /// How many metres from the place the position is; nil where no place is watched.
    public var metres: Int?
    /// Whether the parents are told of it, which ends the watch.
    public var isTold: Bool

    /// Makes an answer.
    public init(metres: Int?, isTold: Bool) {
        self.metres = metres
        self.isTold = isTold
    }

    /// Reads the members of its object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        metres = try object.optionalInteger("metres", in: 0...Int64(Int32.max)).map { Int($0) }
        isTold = try object.bool("told")
    }

    /// The object that travels.
    public var json: JSONValue {
        .object(of: ["metres": metres.map { .integer($0) }, "told": .bool(isTold)])
    }
}
