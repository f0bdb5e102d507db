public import AlarmCore

/// `POST /v1/circles/{id}/reminders` and `PUT /v1/reminders/{id}`: the text, assignee and schedule of a reminder.
public struct ReminderRequest: Hashable, WireMessage {
    /// The time or schedule.
    public enum Time: Hashable, Sendable {
        /// Once; a time without an offset is read in the zone.
        case once(AlarmTime, timeZone: String?)
        /// On selected days, recurring.
        case days(SelectedDays)
    }

    /// Identifier, drawn by the creator so that sealed texts can name it; by default the relay draws one.
    ///
    /// A change needs none, and may name no other.
    public var id: ReminderID?
    /// The person to be reminded; nil for the caller.
    public var assignee: PersonID?
    /// The title in clear, for families that let the relay read titles.
    public var title: String?
    /// The message sealed for each member who can read it.
    public var sealed: [PersonID: String]
    /// The checklist.
    public var checklist: Checklist
    /// The time or schedule.
    public var time: Time
    /// The place where the assignee should stay; nil for none, or in a change for the present one.
    public var place: Place?

    /// Makes a request.
    public init(
        id: ReminderID? = nil,
        assignee: PersonID? = nil,
        title: String? = nil,
        sealed: [PersonID: String] = [:],
        checklist: Checklist = .empty,
        time: Time,
        place: Place? = nil
    ) {
        self.id = id
        self.assignee = assignee
        self.title = title
        self.sealed = sealed
        self.checklist = checklist
        self.time = time
        self.place = place
    }

    /// Makes a request that leaves a reminder unchanged.
    public init(_ reminder: Reminder) {
        let time: Time =
            switch reminder.details.schedule {
            case .at(let due): .once(AlarmTime(due), timeZone: nil)
            case .selectedDays(let days): .days(days)
            }
        self.init(
            assignee: reminder.assignee,
            title: reminder.details.title,
            sealed: reminder.details.sealed,
            checklist: reminder.details.checklist,
            time: time
        )
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.optionalIdentifier("reminderId")
        assignee = try object.optionalIdentifier("assignee")
        title = try object.optionalString("title")
        sealed = try object.optionalSealedWords("sealed")
        checklist = try object.checklist("checklist")
        let zone = try object.optionalZone("timeZone")
        let once = try object.optionalAlarmTime("time", hasZone: zone != nil)
        let days: SelectedDays? = try object.optionalObject("repeat")
        switch (once, days) {
        case (let once?, nil): time = .once(once, timeZone: zone)
        case (nil, let days?) where zone == nil: time = .days(days)
        case (nil, nil): throw object.error(.missing, at: "time")
        default: throw object.error(.expected("a time, or days to repeat on, but not both"), at: "repeat")
        }
        place = try object.optionalObject("place")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        var once: AlarmTime?
        var zone: String?
        var days: SelectedDays?
        switch time {
        case .once(let time, let timeZone): (once, zone) = (time, timeZone)
        case .days(let selected): days = selected
        }
        return .object(of: [
            "reminderId": id.map { .identifier($0) },
            "assignee": assignee.map { .identifier($0) },
            "title": title.map { .string($0) },
            "sealed": sealed.isEmpty ? nil : .sealedWords(sealed),
            "checklist": checklist.items.isEmpty ? nil : .array(checklist.items.map(\.json)),
            "time": once.map { .string($0.text) },
            "timeZone": zone.map { .string($0) },
            "repeat": days?.json,
            "place": place?.json,
        ])
    }
}

/// `POST /v1/reminders/{id}/snooze`: rings again later.
public struct ReminderSnooze: Hashable, WireMessage {
    /// The end of the snooze, within the family's limit past due; nil for 9 min, or less where less is left.
    public var until: Instant?

    /// Makes a request.
    public init(until: Instant? = nil) {
        self.until = until
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        until = try object.optionalInstant("until")
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["until": until.map { .instant($0) }]) }
}
