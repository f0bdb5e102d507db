import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Reminders from somebody who is muted")
struct ReminderConsentTests {
    private func mute(_ sender: Device, for receiver: Device, _ home: FamilyFixture) async throws {
        let name = CircleID(high: sender.person.high, low: sender.person.low)
        let _: ConsentMessage = try await home.fixture.ask {
            try $0.consents.set(for: name, to: ConsentMessage(Consent(isMuted: true)), by: receiver)
        }
    }

    @Test("A muted parent's repeated reminder, once completed, leaves one for the next time that does not ring")
    func successor() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(on: Weekday.allCases, from: "2026-03-02", at: "07:30:00").reminder.id
        try await mute(home.ana, for: home.kim, home)
        let next = try #require(try await home.complete(id, by: home.kim).next)
        try await home.fixture.pass(.days(3))
        #expect(try await home.told(.ring) == [])
        #expect(try await home.told(.reminderSoon) == [])
        #expect(try await home.show(next, for: home.kim).alarm == nil)
    }

    @Test("An undone completion does not restore the ring of a muted parent's reminder")
    func undone() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await mute(home.ana, for: home.kim, home)
        let view = try await home.undo(id, by: home.kim)
        #expect(view.reminder.status == .open)
        #expect(view.alarm == nil)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.ring) == [])
    }

    @Test("A muted parent cannot change another parent's reminder, which still rings when its own parent changes it")
    func editing() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        try await mute(home.ben, for: home.kim, home)
        for due in [view.reminder.due, home.fixture.now + .hours(3)] {
            let request = ReminderRequest(
                assignee: home.kim.person,
                title: "Ben says",
                time: .once(AlarmTime(due), timeZone: nil)
            )
            try await expectProblem(.conflict) { try await home.change(view.reminder.id, request, by: home.ben) }
            let changed = try await home.change(view.reminder.id, request, by: home.ana)
            #expect(changed.reminder.details.title == "Ben says")
        }
        try await home.fixture.pass(.hours(3))
        #expect(try await home.told(.ring) == [home.kim.id])
    }
}
