import AlarmCore
import AlarmWire
import Delivery
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

    /// A way out of a family.
    enum Departure: CaseIterable {
        case leaving, removal, deletion
    }

    private func end(_ departure: Departure, of device: Device, in home: FamilyFixture) async throws {
        let (family, ana) = (home.family.id, home.ana)
        let name = RequestName(
            device: device.id,
            jti: home.fixture.draw { $0.bytes(16) },
            digest: [1],
            issuedAt: home.fixture.now
        )
        _ = try await home.fixture.engine.write { tx in
            switch departure {
            case .leaving: _ = try tx.circles.removeMember(device.person, of: family, by: device)
            case .removal: _ = try tx.circles.removeMember(device.person, of: family, by: ana)
            case .deletion: _ = try tx.me.delete(name)
            }
        }
    }

    /// The contents of the notices of completions to a device, oldest first.
    private func notices(to device: Device, in home: FamilyFixture) throws -> [String] {
        let token = try #require(try home.fixture.engine.vault.pushToken(of: device))
        return home.fixture.channel.sent.filter { $0.token == token && $0.alarm?.stage.stage == .completed }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test(
        "The parents are told also where whoever has done it is not in the family any more by then",
        arguments: Departure.allCases
    )
    func toldAfterDeparture(departure: Departure) async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind().reminder.id
        try await home.complete(id, by: home.kim)
        try await home.fixture.pass(.seconds(10))
        try await end(departure, of: home.kim, in: home)
        try await home.fixture.pass(.milliseconds(19_999))
        #expect(!home.fixture.channel.stages.contains(.completed))
        try await home.fixture.pass(.minutes(10))
        for parent in [home.ana, home.ben] {
            let told = try notices(to: parent, in: home)
            #expect(told.count == 1)
            #expect(told.first?.contains("Someone who is no longer in the family had finished a reminder.") ?? false)
            // Of whoever deletes all their data nothing says what they have done.
            #expect(told.first?.contains("Pack the satchel") == (departure != .deletion))
        }
        #expect(home.fixture.channel.stages.count { $0 == .completed } == 2)
    }

    @Test("A parent who has done it and left hears nothing more, and the other one does, though the reminder is gone")
    func parentLeft() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(by: home.ben).reminder.id
        try await home.complete(id, by: home.ben)
        try await end(.leaving, of: home.ben, in: home)
        let ben = home.ben
        let listed = try await home.fixture.engine.read { try home.fixture.engine.list(for: ben, in: $0).alarms }
        #expect(listed.isEmpty)
        try await home.fixture.pass(.minutes(1))
        #expect(try notices(to: home.ana, in: home).count == 1)
        #expect(try notices(to: home.ben, in: home).isEmpty)
    }

    @Test("Taken back by the parent to whom it was handed over, it is told to no one")
    func undoneAfterDeparture() async throws {
        let home = try await FamilyFixture()
        let id = try await home.remind(by: home.ben).reminder.id
        try await home.complete(id, by: home.ben)
        let (family, ben, ana) = (home.family.id, home.ben, home.ana)
        _ = try await home.fixture.engine.write {
            try $0.circles.removeMember(ben.person, of: family, handingOverTo: ana.person, by: ben)
        }
        try await home.undo(id, by: ana)
        try await home.fixture.pass(.minutes(1))
        #expect(!home.fixture.channel.stages.contains(.completed))
    }

    @Test("It cannot be taken back once its assignee has left, for whom it would ring again")
    func notUndone() async throws {
        let home = try await FamilyFixture()
        let (id, ana) = (try await home.remind().reminder.id, home.ana)
        try await home.complete(id, by: home.kim)
        try await end(.leaving, of: home.kim, in: home)
        try await expectProblem(.conflict) { try await home.undo(id, by: ana) }
        #expect(try await home.show(id, for: ana).reminder.status == .completed)
        #expect(try await home.fixture.synchronise(home.kim).alarms.isEmpty)
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
