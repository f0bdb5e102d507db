import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Reminders of a parent who leaves the family")
struct HandingOverTests {
    private func remove(_ leaver: Device, heir: Device?, _ home: FamilyFixture) async throws {
        let (family, heir) = (home.family.id, heir?.person)
        _ = try await home.fixture.engine.write {
            try $0.circles.removeMember(leaver.person, of: family, handingOverTo: heir, by: leaver)
        }
    }

    @Test("Without an heir they are deleted, and nothing rings")
    func deleted() async throws {
        let home = try await FamilyFixture()
        try await home.remind(by: home.ben)
        try await remove(home.ben, heir: nil, home)
        #expect(try await home.list(for: home.kim).reminders.isEmpty)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring).isEmpty)
    }

    @Test("An heir takes them over: they ring at their time, and the heir hears if they are not done")
    func handedOver() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(by: home.ben)
        let daily = try await home.set(
            ReminderRequest(
                assignee: home.lea.person,
                title: "Violin",
                time: .days(
                    try SelectedDays(
                        Weekday.allCases,
                        start: try #require(LocalDate(year: 2027, month: 1, day: 16)),
                        time: try #require(LocalTime(hour: 7, minute: 30)),
                        timeZone: "Europe/Berlin"
                    )
                )
            ),
            by: home.ben
        )
        let own = try await home.remind(for: home.ben, by: home.ben)
        try await remove(home.ben, heir: home.ana, home)
        let left = try await home.list(for: home.ana).reminders
        #expect(left.map(\.reminder.id) == [view.reminder.id, daily.reminder.id])
        #expect(left.allSatisfy { $0.reminder.creator == home.ana.person && $0.alarm != nil })
        #expect(!left.contains { $0.reminder.id == own.reminder.id })
        try await home.fixture.pass(.hours(2))
        #expect(try await Set(home.told(.ring)) == [home.kim.id])
        #expect(try await home.told(.unfinished) == [home.ana.id])
        try await home.fixture.pass(until: daily.reminder.due)
        #expect(try await Set(home.told(.ring)) == [home.kim.id, home.lea.id])
        try await home.complete(view.reminder.id, by: home.ana)
    }

    @Test("Only a parent who stays can be the heir")
    func whoInherits() async throws {
        let home = try await FamilyFixture()
        for heir in [home.kim, home.ben] {
            try await expectProblem(.malformed) { try await remove(home.ben, heir: heir, home) }
        }
        #expect(try await home.fixture.circle(home.family.id, for: home.ana).members.count == 4)
    }
}
