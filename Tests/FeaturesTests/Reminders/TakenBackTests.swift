import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("A family that no longer lets the relay read titles")
struct TakenBackTests {
    private func takeBack(_ home: FamilyFixture) async throws {
        let (ana, id) = (home.ana, home.family.id)
        let _: CircleView = try await home.fixture.ask {
            try $0.circles.change(id, CircleChange(relayMayReadTitles: false), by: ana)
        }
    }

    private func sealed(_ home: FamilyFixture) throws -> ReminderRequest {
        ReminderRequest(
            assignee: home.kim.person,
            title: "Buy a present",
            sealed: [home.kim.person: "words"],
            checklist: try Checklist([Checklist.Item(id: 1, text: "Paper"), Checklist.Item(id: 2, text: nil)]),
            time: .once(AlarmTime(home.fixture.now + .hours(1)), timeZone: nil)
        )
    }

    @Test("Readable titles are deleted when the family withdraws permission; sealed words and ticks stay")
    func takenBack() async throws {
        let home = try await FamilyFixture()
        let id = try await home.set(sealed(home), by: home.ana).reminder.id
        let kim = home.kim
        let _: ReminderView = try await home.fixture.ask {
            try $0.reminders.mark(id, ReminderMark(item: 1, isDone: true), by: kim)
        }
        let done = try await home.set(sealed(home), by: home.ana).reminder.id
        try await home.complete(done, by: home.kim)
        let unsealed = try await home.remind("Long ago").reminder.id
        try await home.complete(unsealed, by: home.kim)
        try await takeBack(home)
        for name in [id, done] {
            let details = try await home.show(name, for: kim).reminder.details
            #expect(!details.isClear)
            #expect(details.sealed == [kim.person: "words"])
        }
        let items = try await home.show(id, for: kim).reminder.details.checklist.items
        #expect(items.map(\.id) == [1, 2])
        #expect(items.map(\.isDone) == [true, false])
        try await expectProblem(.notFound) { try await home.show(unsealed, for: kim) }
        try await expectProblem(.malformed) { try await home.remind("In clear") }
    }

    @Test("Permission cannot be withdrawn while an open reminder has no sealed words; the refusal names it")
    func namedWords() async throws {
        let home = try await FamilyFixture()
        let sealed = try await home.set(sealed(home), by: home.ana).reminder.id
        let id = try await home.remind("In clear").reminder.id
        let problem = await #expect(throws: Problem.self) { try await takeBack(home) }
        #expect(problem?.kind == .conflict)
        #expect(problem?.detail.contains("\(id)") ?? false)
        // The change is made whole or not at all.
        #expect(try await home.show(sealed, for: home.kim).reminder.details.title == "Buy a present")
        try await home.delete(id, by: home.ana)
        try await takeBack(home)
        #expect(try await home.show(sealed, for: home.kim).reminder.details.title == nil)
    }
}
