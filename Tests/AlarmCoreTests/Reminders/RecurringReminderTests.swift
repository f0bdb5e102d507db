import AlarmCore
import Testing

@Suite("Reminders on selected days")
struct RecurringReminderTests {
    private let fixture = ReminderFixture()
    private let zones: InMemoryZones

    init() throws {
        zones = InMemoryZones(["Europe/Berlin": try InstalledZones.zone("Europe/Berlin")])
    }

    private func days(
        _ weekdays: [Weekday],
        interval: Int = 1,
        start: String = "2026-03-25",
        zone: String = "Europe/Berlin"
    ) throws -> SelectedDays {
        try SelectedDays(
            weekdays,
            interval: interval,
            start: local("\(start)T00:00:00").date,
            time: local("2026-01-01T07:30:00").time,
            timeZone: zone
        )
    }

    @Test("They are a weekly rule of RFC 5545 whose weeks begin on Monday")
    func rule() throws {
        let days = try days([.sunday, .monday, .monday], interval: 2)
        #expect(days.weekdays == [.monday, .sunday])
        #expect(days.rule == (try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO")))
    }

    @Test("They come at the same time on the clock, before and after the clocks change")
    func clockChange() throws {
        var due = try instant("2026-03-25T12:00:00Z")
        var times: [String] = []
        let schedule = ReminderSchedule.selectedDays(try days([.thursday, .monday]))
        for _ in 0..<3 {
            due = try schedule.due(after: due, zones: zones)
            times.append(due.iso8601)
        }
        let expected = ["2026-03-26T07:30:00+01:00", "2026-03-30T07:30:00+02:00", "2026-04-02T07:30:00+02:00"]
        #expect(try times == expected.map { try instant($0).iso8601 })
    }

    @Test("Every so many weeks, counted from the week of the start", arguments: [1, 2, 5, 52])
    func intervals(interval: Int) throws {
        let schedule = ReminderSchedule.selectedDays(try days([.tuesday], interval: interval, start: "2026-06-02"))
        let first = try schedule.due(after: instant("2026-06-01T00:00:00Z"), zones: zones)
        let second = try schedule.due(after: first, zones: zones)
        let zone = try #require(zones.rules(for: "Europe/Berlin"))
        let dates = [first, second].map { zone.localDateTime(at: $0).date.daysSinceEpoch }
        #expect(dates[1] - dates[0] == 7 * interval)
    }

    @Test("No weekday, and an interval that is not 1 to 52, are refused")
    func bounds() {
        #expect(refusal { try days([]) } == .noWeekday)
        for interval in [0, 53, -1, .max, .min] {
            #expect(refusal { try days([.monday], interval: interval) } == .interval(interval))
        }
    }

    @Test("A zone that the relay does not know, and a start beyond the calendar, are refused")
    func neverDue() throws {
        let nowhere = ReminderSchedule.selectedDays(try days([.monday], zone: "Europe/Nowhere"))
        #expect(refusal { try nowhere.due(after: fixture.now, zones: zones) } == .unknownZone("Europe/Nowhere"))
        let late = try ReminderSchedule.selectedDays(
            SelectedDays(
                [.monday],
                start: #require(LocalDate(year: 20_000, month: 1, day: 1)),
                time: .midnight,
                timeZone: "Europe/Berlin"
            )
        )
        #expect(refusal { try late.due(after: fixture.now, zones: zones) } == .neverDue)
    }

    @Test("An uncompleted time passes, and the ticks are cleared")
    func movesOn() throws {
        var reminder = try fixture.reminder(by: fixture.mother, for: fixture.child, schedule: fixture.weekly())
        try reminder.mark(0, done: true, by: fixture.child)
        let next = reminder.due + .days(3)
        let (moved, again) = (reminder.moveOn(to: next), reminder.moveOn(to: next))
        #expect(moved)
        #expect(!again)
        #expect(reminder.due == next)
        #expect(reminder.details.checklist.items.allSatisfy { !$0.isDone })
        var once = try fixture.reminder(by: fixture.mother, for: fixture.child)
        let onceMoved = once.moveOn(to: next)
        #expect(!onceMoved)
    }

    @Test("A completed one stays as it is, and leaves an open one for the next time")
    func successor() throws {
        let home = try Place(latitude: 52.5, longitude: 13.4)
        var reminder = try fixture.reminder(
            by: fixture.mother,
            for: fixture.child,
            schedule: fixture.weekly(),
            place: home
        )
        let (id, due) = (ReminderID(high: 0, low: 2), reminder.due + .days(3))
        #expect(reminder.successor(id: id, due: due) == nil)
        try reminder.mark(1, done: true, by: fixture.child)
        try reminder.complete(by: fixture.child, at: fixture.now)
        let moved = reminder.moveOn(to: due)
        #expect(!moved)
        let next = try #require(reminder.successor(id: id, due: due))
        #expect((next.id, next.due, next.status) == (id, due, .open))
        #expect(next.creator == reminder.creator)
        #expect(next.isPlaceWatched)
        #expect(next.details.checklist == reminder.details.checklist.cleared)
        #expect(reminder.details.checklist.items.map(\.isDone) == [false, true])
        var once = try fixture.reminder(by: fixture.mother, for: fixture.child)
        try once.complete(by: fixture.child, at: fixture.now)
        #expect(once.successor(id: id, due: due) == nil)
    }
}
