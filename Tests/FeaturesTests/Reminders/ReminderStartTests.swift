import AlarmCore
import AlarmWire
import Features
import RelayTesting
import Testing

@Suite("The first day of a reminder that recurs")
struct ReminderStartTests {
    @Test("One that is over is refused, and today's is named; yesterday's is taken, as clocks differ at midnight")
    func past() async throws {
        let home = try await FamilyFixture()
        for start in ["2020-01-01", "2027-01-13"] {
            do {
                _ = try await home.remind(on: Weekday.allCases, from: start, at: "07:30:00")
                Issue.record("\(start) was accepted")
            } catch let problem as Problem {
                #expect(problem.kind == .badRepeat)
                #expect(problem.pointer == "/repeat/start")
                #expect(problem.detail.contains("2027-01-15 or later"))
            }
        }
        _ = try await home.remind(on: Weekday.allCases, from: "2027-01-14", at: "07:30:00")
    }

    @Test("A reminder that began long ago keeps its first day when it is changed")
    func kept() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(on: [.monday], every: 2, from: "2027-01-18", at: "07:30:00")
        try await home.fixture.pass(.days(20))
        guard case .selectedDays(let days) = view.reminder.details.schedule else { return }
        let later = try SelectedDays(
            days.weekdays,
            interval: 2,
            start: days.start,
            time: try #require(LocalTime(hour: 8, minute: 15)),
            timeZone: days.timeZone
        )
        let request = ReminderRequest(assignee: home.kim.person, title: "Violin", time: .days(later))
        let changed = try await home.change(view.reminder.id, request, by: home.ana)
        #expect(changed.reminder.due.iso8601 == "2027-02-15T07:15:00Z")
    }
}
