import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("Races of a reminder", .timeLimit(.minutes(10)))
struct ReminderRaceTests {
    @Test("A completion that the parents were told of cannot be undone, even by an earlier clock reading")
    func undoneTooLate() async throws {
        let home = try await FamilyFixture()
        let reminder = try await home.remind()
        try await home.complete(reminder.reminder.id, by: home.kim)
        try await home.fixture.pass(.seconds(30))
        #expect(home.fixture.channel.stages.contains(.completed))
        home.fixture.clock.set(to: home.fixture.now + -.seconds(1))
        try await expectProblem(.conflict) { try await home.undo(reminder.reminder.id, by: home.kim) }
        #expect(try await home.show(reminder.reminder.id, for: home.ana).reminder.status == .completed)
    }

    @Test("A parent who has left the family is not told of a completion that was about to be sent")
    func leftBeforeTelling() async throws {
        let home = try await FamilyFixture()
        let reminder = try await home.remind()
        try await home.complete(reminder.reminder.id, by: home.kim)
        try await home.fixture.catchUp()
        home.fixture.clock.set(to: home.fixture.now + .seconds(30))
        #expect(try await home.fixture.scheduler.wakeDue() == 1)
        let (circle, ben) = (home.family.id, home.ben)
        _ = try await home.fixture.engine.write { try $0.circles.removeMember(ben.person, of: circle, by: ben) }
        home.fixture.channel.forget()
        try await home.fixture.catchUp()
        #expect(home.fixture.channel.stages == [.completed], "the other parent's alone")
    }

    @Test("A completion waits for all that rings for its reminder, and for what rang before it was taken back once")
    func waitsForEarlierRings() async throws {
        let home = try await FamilyFixture()
        let fixture = home.fixture
        let reminder = try await home.remind().reminder
        try await fixture.pass(until: reminder.due + -.seconds(1))
        fixture.clock.set(to: reminder.due)
        #expect(try await fixture.scheduler.wakeDue() == 1)
        let started = fixture.channel.sent.count
        fixture.channel.hold()
        async let sending = fixture.dispatcher.sendReady()
        await fixture.channel.started(started + 1)
        try await home.complete(reminder.id, by: home.kim)
        try await home.undo(reminder.id, by: home.kim)
        try await home.complete(reminder.id, by: home.kim)
        let order = EventOrder()
        async let settled: Void = {
            try await fixture.engine.awaitSends(reminder: reminder.id)
            order.add("answered")
        }()
        await fixture.clock.somebodySleeps()
        for _ in 0..<100 { await Task.yield() }
        order.add("rang")
        fixture.channel.release()
        try await settled
        _ = try await sending
        #expect(order.entries == ["rang", "answered"])
    }
}
