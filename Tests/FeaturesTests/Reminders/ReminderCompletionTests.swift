import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Completing a reminder")
struct ReminderCompletionTests {
    @Test("All parents of the family are told 30 seconds later")
    func told() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        let view = try await home.complete(id, by: home.kim)
        #expect(view.reminder.completion == Reminder.Completion(at: home.fixture.now, by: home.kim.person))
        try await home.fixture.pass(.milliseconds(29_999))
        #expect(home.fixture.channel.stages.isEmpty)
        try await home.fixture.pass(.milliseconds(1))
        #expect(try await Set(home.told(.completed)) == [home.ana.id, home.ben.id])
        #expect(home.fixture.channel.stages == [.completed, .completed])
    }

    @Test("The notice of a completion is nothing that a phone arms")
    func unarmed() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        #expect(try await home.fixture.synchronise(home.kim).alarms.count == 1)
        try await home.complete(id, by: home.kim)
        #expect(try await home.fixture.synchronise(home.kim).alarms.isEmpty)
    }

    @Test("Undone within 30 seconds, it is told to no one and rings when due")
    func undone() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.milliseconds(29_999))
        let view = try await home.undo(id, by: home.kim)
        #expect(view.reminder.status == .open)
        try await home.fixture.pass(.hours(1))
        #expect(try await home.told(.completed).isEmpty)
        #expect(try await home.told(.ring) == [home.kim.id])
    }

    @Test("After 30 seconds it stays completed")
    func tooLate() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.seconds(30))
        try await expectProblem(.conflict) { try await home.undo(id, by: home.kim) }
    }

    @Test("Who took back that it is done is told, until it is done again or changed")
    func reopened() async throws {
        let home = try await FamilyFixture()
        let reminder = try await home.remind()
        let id = reminder.reminder.id
        #expect(reminder.reopenedBy == nil)
        try await home.complete(id, by: home.kim)
        let undone = try await home.undo(id, by: home.ana)
        #expect(undone.reopenedBy == home.ana.person)
        #expect(try await home.show(id, for: home.kim).reopenedBy == home.ana.person)
        try await home.complete(id, by: home.kim)
        #expect(try await home.show(id, for: home.ana).reopenedBy == nil)
    }

    @Test("Undone after it was due, it rings again, and the parents hear if it stays undone")
    func undoneLate() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.fixture.pass(.minutes(65))
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.seconds(10))
        try await home.undo(id, by: home.kim)
        try await home.fixture.pass(.minutes(30))
        #expect(try await home.rung() == [home.kim.id, home.kim.id])
        #expect(try await Set(home.told(.unfinished)) == [home.ana.id, home.ben.id])
        #expect(try await home.told(.completed).isEmpty)
    }

    @Test("Only creator and assignee complete, no other parent")
    func who() async throws {
        let home = try await FamilyFixture()
        let first = try await home.remind().reminder.id
        try await expectProblem(.notAllowed) { try await home.complete(first, by: home.ben) }
        try await home.complete(first, by: home.ana)
        try await expectProblem(.conflict) { try await home.complete(first, by: home.kim) }
        let again = try await home.complete(first, by: home.ana)
        #expect(again.reminder.completion?.by == home.ana.person)
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.told(.completed).count == 2)
    }

    @Test("Nothing rings any more, and phones that rang are silenced")
    func hushed() async throws {
        let home = try await FamilyFixture()
        let tablet = try await home.fixture.addDevice(besides: home.kim)
        let id = try await home.remind().reminder.id
        try await home.fixture.pass(.hours(1))
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.told(.cancel) == [tablet.id])
        #expect(try await home.told(.unfinished).isEmpty)
        #expect(try await home.told(.ring).count == 2)
    }

    @Test("A completed one is frozen: no word, time, tick or place of it changes")
    func frozen() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind(items: ["books"])
        let (id, ana) = (view.reminder.id, home.ana)
        try await home.complete(id, by: home.kim)
        try await expectProblem(.conflict) {
            try await home.change(id, ReminderRequest(view.reminder), by: ana)
        }
        try await expectProblem(.conflict) {
            try await home.fixture.engine.write { try $0.reminders.mark(id, ReminderMark(item: 1), by: ana) }
        }
        let place = try Place(latitude: 1, longitude: 1)
        try await expectProblem(.conflict) {
            try await home.fixture.engine.write { try $0.reminders.setPlace(of: id, to: place, by: ana) }
        }
        try await home.delete(id, by: ana)
        #expect(try await home.list().reminders.isEmpty)
    }

    @Test("A phone's receipt completes it as the request does", arguments: [true, false])
    func receipt(isAcknowledged: Bool) async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(1))
        let answer = try await home.fixture.report(
            isAcknowledged ? .acknowledged : .completed,
            of: alarm,
            from: home.kim
        )
        #expect(answer.state == .acknowledged)
        let shown = try await home.show(view.reminder.id, for: home.ana)
        #expect(shown.reminder.completion?.by == home.kim.person)
        try await home.fixture.pass(.seconds(30))
        #expect(try await Set(home.told(.completed)) == [home.ana.id, home.ben.id])
    }

    @Test("The creator's phone may complete it too, another parent's may not")
    func othersReceipt() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(1))
        try await expectProblem(.notFound) { try await home.fixture.report(.completed, of: alarm, from: home.ben) }
        try await home.fixture.report(.completed, of: alarm, from: home.ana)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.completion?.by == home.ana.person)
    }

    @Test("A late receipt, after the creator was told, still completes it")
    func lateReceipt() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        try await home.fixture.pass(.hours(2))
        #expect(try await home.fixture.state(alarm) == .missed)
        try await home.fixture.report(.completed, of: alarm, from: home.kim)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.status == .completed)
    }

    @Test("A receipt for an earlier occurrence changes nothing")
    func staleReceipt() async throws {
        let home = try await FamilyFixture()
        let view = try await home.remind()
        let alarm = try #require(view.alarm)
        var request = ReminderRequest(view.reminder)
        request.time = .once(AlarmTime(home.fixture.now + .hours(5)), timeZone: nil)
        _ = try await home.change(view.reminder.id, request, by: home.ana)
        try await home.fixture.report(.completed, of: alarm, from: home.kim, revision: 1)
        #expect(try await home.show(view.reminder.id, for: home.kim).reminder.status == .open)
    }
}
