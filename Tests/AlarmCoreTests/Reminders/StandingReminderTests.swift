import AlarmCore
import Testing

@Suite("The occurrence that a recurring reminder shows")
struct StandingReminderTests {
    private let fixture = ReminderFixture()
    private let zones: InMemoryZones

    init() throws {
        zones = InMemoryZones(["Europe/Berlin": try InstalledZones.zone("Europe/Berlin")])
    }

    private func reminder(every interval: Int, on weekdays: [Weekday]) throws -> Reminder {
        let start = try local("2026-03-23T07:00:00")
        let schedule = ReminderSchedule.selectedDays(
            try SelectedDays(
                weekdays,
                interval: interval,
                start: start.date,
                time: start.time,
                timeZone: "Europe/Berlin"
            )
        )
        let due = try schedule.due(after: instant("2026-03-22T00:00:00Z"), zones: zones)
        return try fixture.reminder(by: fixture.mother, for: fixture.child, due: due, schedule: schedule)
    }

    @Test(
        "It is the newest that has come or comes within three minutes, whenever one asks",
        arguments: 0..<60 as Range<UInt64>
    )
    func newest(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let weekdays = Weekday.allCases.filter { _ in Bool.random(using: &random) }
        var reminder = try reminder(
            every: Int.random(in: 1...52, using: &random),
            on: weekdays.isEmpty ? [.sunday] : weekdays
        )
        var now = reminder.due - .days(1)
        for _ in 0..<20 {
            now = now + .seconds(Int64.random(in: 0...40 * 86_400, using: &random))
            var expected = reminder.due
            while true {
                let next = try reminder.details.schedule.due(after: expected, zones: zones)
                guard next <= now + .minutes(3) else { break }
                expected = next
            }
            reminder.catchUp(at: now, zones: zones)
            #expect(reminder.due == expected)
        }
    }

    @Test("A reminder that is completed, or due once, keeps its occurrence")
    func others() throws {
        var done = try reminder(every: 1, on: Weekday.allCases)
        try done.complete(by: fixture.child, at: done.due)
        var once = try fixture.reminder(by: fixture.mother, for: fixture.child)
        let before = (done, once)
        done.catchUp(at: fixture.now + .days(900), zones: zones)
        once.catchUp(at: fixture.now + .days(900), zones: zones)
        #expect((done, once) == before)
    }
}
