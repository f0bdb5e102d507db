import AlarmCore
import Testing

/// A family of two parents and two children, and reminders for it.
struct ReminderFixture {
    let now = Instant(seconds: 1_800_000_000)
    let circle = CircleID(high: 9, low: 9)
    let mother = ReminderMember(person: PersonID(high: 1, low: 1), isParent: true)
    let father = ReminderMember(person: PersonID(high: 1, low: 2), isParent: true)
    let child = ReminderMember(person: PersonID(high: 2, low: 1), isParent: false)
    let sibling = ReminderMember(person: PersonID(high: 2, low: 2), isParent: false)

    var everybody: [ReminderMember] { [mother, father, child, sibling] }

    func details(
        for assignee: ReminderMember,
        title: String = "Feed the cat",
        items: Int = 2,
        schedule: ReminderSchedule? = nil
    ) throws -> ReminderDetails {
        try ReminderDetails(
            assignee: assignee.person,
            title: title,
            checklist: Checklist((0..<items).map { Checklist.Item(id: $0, text: "Item \($0)") }),
            schedule: schedule ?? .at(now + .hours(1))
        )
    }

    func reminder(
        by creator: ReminderMember,
        for assignee: ReminderMember,
        id: UInt64 = 1,
        due: Instant? = nil,
        schedule: ReminderSchedule? = nil,
        place: Place? = nil
    ) throws -> Reminder {
        try ReminderRules.create(
            details(for: assignee, schedule: schedule),
            id: ReminderID(high: 0, low: id),
            in: circle,
            due: due ?? now + .hours(1),
            place: place,
            by: creator
        )
    }

    /// Every Monday and Thursday at seven, in Berlin.
    func weekly() throws -> ReminderSchedule {
        .selectedDays(
            try SelectedDays(
                [.thursday, .monday],
                start: local("2026-03-23T00:00:00").date,
                time: local("2026-03-23T07:00:00").time,
                timeZone: "Europe/Berlin"
            )
        )
    }
}

/// The error with which an act is refused; nil if it is accepted.
func refusal<Value>(_ act: () throws -> Value) -> ReminderError? {
    do {
        _ = try act()
        return nil
    } catch let refusal as ReminderError {
        return refusal
    } catch {
        Issue.record(error, "not the refusal of a reminder")
        return nil
    }
}
