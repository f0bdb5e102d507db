import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("Words of a reminder that are sealed again")
struct ReminderResealingTests {
    private func seal(
        _ sealed: [PersonID: String],
        replacing former: String?,
        of id: ReminderID,
        by device: Device,
        _ home: FamilyFixture
    ) async throws -> ReminderView {
        let words = ResealedWords(sealed: sealed, replacing: former)
        return try await home.fixture.ask { try $0.reminders.sealAgain(id, words, by: device) }
    }

    private func sealedReminder(_ home: FamilyFixture, by creator: Device) async throws -> ReminderView {
        try await home.set(
            ReminderRequest(
                assignee: home.kim.person,
                sealed: [home.ana.person: "a", home.kim.person: "k"],
                time: .once(AlarmTime(home.fixture.now + .hours(1)), timeZone: nil)
            ),
            by: creator
        )
    }

    @Test("A parent adds readers and replaces texts; those for whom nothing new was sealed keep theirs")
    func parent() async throws {
        let home = try await FamilyFixture(readsTitles: false)
        let view = try await sealedReminder(home, by: home.ana)
        let sealed = [home.ana.person: "a2", home.ben.person: "b2"]
        let again = try await seal(sealed, replacing: "a", of: view.reminder.id, by: home.ana, home)
        #expect(
            again.reminder.details.sealed
                == [home.ana.person: "a2", home.ben.person: "b2", home.kim.person: "k"]
        )
        #expect(again.reminder.due == view.reminder.due)
        #expect(again.alarm == view.alarm)
    }

    @Test("Words that were changed meanwhile, and words that the caller has never read, are not replaced")
    func stale() async throws {
        let home = try await FamilyFixture(readsTitles: false)
        let id = try await sealedReminder(home, by: home.ana).reminder.id
        try await expectProblem(.conflict) {
            try await seal([home.ana.person: "x"], replacing: "old", of: id, by: home.ana, home)
        }
        try await expectProblem(.conflict) {
            try await seal([home.ben.person: "x"], replacing: nil, of: id, by: home.ben, home)
        }
    }

    @Test("A child seals nothing that a parent has set, and nobody for people outside the family")
    func refused() async throws {
        let home = try await FamilyFixture(readsTitles: false)
        let id = try await sealedReminder(home, by: home.ana).reminder.id
        try await expectProblem(.notAllowed) {
            try await seal([home.lea.person: "x"], replacing: "k", of: id, by: home.kim, home)
        }
        let stranger = try await home.fixture.register()
        try await expectProblem(.malformed) {
            try await seal([stranger.person: "x"], replacing: "a", of: id, by: home.ana, home)
        }
    }

    @Test("A mute does not keep a parent from sealing again, and a completed reminder stays completed")
    func completed() async throws {
        let home = try await FamilyFixture(readsTitles: false)
        let id = try await sealedReminder(home, by: home.ana).reminder.id
        try await home.complete(id, by: home.kim)
        let name = CircleID(high: home.ana.person.high, low: home.ana.person.low)
        let kim = home.kim
        let _: ConsentMessage = try await home.fixture.ask {
            try $0.consents.set(for: name, to: ConsentMessage(Consent(isMuted: true)), by: kim)
        }
        let again = try await seal([home.ben.person: "b2"], replacing: "a", of: id, by: home.ana, home)
        #expect(again.reminder.status == .completed)
        #expect(again.reminder.details.sealed[home.ben.person] == "b2")
    }
}
