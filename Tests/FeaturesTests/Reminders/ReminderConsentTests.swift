import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Reminders from somebody who is muted")
struct ReminderConsentTests {
    private func mute(_ sender: Device, for receiver: Device, _ home: FamilyScene) async throws {
        let name = CircleID(high: sender.person.high, low: sender.person.low)
        let _: ConsentMessage = try await home.scene.ask {
            try $0.setConsent(for: name, to: ConsentMessage(Consent(isMuted: true)), by: receiver)
        }
    }

    @Test("Ticked off, a muted parent's repeated reminder leaves one for the next time that rings for nobody")
    func successor() async throws {
        let home = try await FamilyScene()
        let id = try await home.remind(on: Weekday.allCases, from: "2026-03-02", at: "07:30:00").reminder.id
        try await mute(home.ana, for: home.kim, home)
        let next = try #require(try await home.complete(id, by: home.kim).next)
        try await home.scene.pass(.days(3))
        #expect(try await home.told(.ring) == [])
        #expect(try await home.told(.reminderSoon) == [])
        #expect(try await home.show(next, for: home.kim).alarm == nil)
    }

    @Test("A completion that is taken back brings no ring of a muted parent's back")
    func undone() async throws {
        let home = try await FamilyScene()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await mute(home.ana, for: home.kim, home)
        let view = try await home.undo(id, by: home.kim)
        #expect(view.reminder.status == .open)
        #expect(view.alarm == nil)
        try await home.scene.pass(.hours(2))
        #expect(try await home.told(.ring) == [])
    }

    @Test("Whoever is muted changes no reminder of another parent's, whether they move it or not")
    func editing() async throws {
        let home = try await FamilyScene()
        let view = try await home.remind()
        try await mute(home.ben, for: home.kim, home)
        for due in [view.reminder.due, home.scene.now + .hours(3)] {
            let request = ReminderRequest(
                assignee: home.kim.person,
                title: "Ben says",
                time: .once(AlarmTime(due), timeZone: nil)
            )
            try await expectProblem(.conflict) { try await home.change(view.reminder.id, request, by: home.ben) }
            let changed = try await home.change(view.reminder.id, request, by: home.ana)
            #expect(changed.reminder.details.title == "Ben says")
        }
        try await home.scene.pass(.hours(3))
        #expect(try await home.told(.ring) == [home.kim.id])
    }
}
