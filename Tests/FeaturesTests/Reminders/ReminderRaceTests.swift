import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What is done about a reminder at the last moment", .timeLimit(.minutes(10)))
struct ReminderRaceTests {
    @Test("What the parents were told cannot be taken back, whatever a clock says that was read before")
    func undoneTooLate() async throws {
        let home = try await FamilyScene()
        let reminder = try await home.remind()
        try await home.complete(reminder.reminder.id, by: home.kim)
        try await home.scene.pass(.seconds(30))
        #expect(home.scene.channel.stages.contains(.completed))
        home.scene.clock.set(to: home.scene.now + -.seconds(1))
        try await expectProblem(.conflict) { try await home.undo(reminder.reminder.id, by: home.kim) }
        #expect(try await home.show(reminder.reminder.id, for: home.ana).reminder.status == .completed)
    }

    @Test("Who has left the family is not told of a completion that was about to be sent to them")
    func leftBeforeTelling() async throws {
        let home = try await FamilyScene()
        let reminder = try await home.remind()
        try await home.complete(reminder.reminder.id, by: home.kim)
        try await home.scene.catchUp()
        home.scene.clock.set(to: home.scene.now + .seconds(30))
        #expect(try await home.scene.scheduler.wakeDue() == 1)
        let (circle, ben) = (home.family.id, home.ben)
        _ = try await home.scene.engine.write { try $0.removeMember(ben.person, of: circle, by: ben) }
        home.scene.channel.forget()
        try await home.scene.catchUp()
        #expect(home.scene.channel.stages == [.completed], "the other parent's alone")
    }

    @Test("A completion waits for all that rings for its reminder, and for what rang before it was taken back once")
    func waitsForEarlierRings() async throws {
        let home = try await FamilyScene()
        let scene = home.scene
        let reminder = try await home.remind().reminder
        try await scene.pass(until: reminder.due + -.seconds(1))
        scene.clock.set(to: reminder.due)
        #expect(try await scene.scheduler.wakeDue() == 1)
        let started = scene.channel.sent.count
        scene.channel.hold()
        async let sending = scene.dispatcher.sendReady()
        await scene.channel.started(started + 1)
        try await home.complete(reminder.id, by: home.kim)
        try await home.undo(reminder.id, by: home.kim)
        try await home.complete(reminder.id, by: home.kim)
        let order = Order()
        async let settled: Void = {
            try await scene.engine.settle(reminder: reminder.id)
            order.add("answered")
        }()
        await scene.clock.somebodySleeps()
        for _ in 0..<100 { await Task.yield() }
        order.add("rang")
        scene.channel.release()
        try await settled
        _ = try await sending
        #expect(order.entries == ["rang", "answered"])
    }
}
