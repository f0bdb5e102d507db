import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("How long reminders are kept")
struct ReminderRetentionTests {
    private let age = Limits().reminderRetention

    private func sweep(_ home: FamilyFixture) async throws {
        let housekeeper = Housekeeper(engine: home.fixture.engine)
        while try await housekeeper.sweep() > 0 {}
    }

    @Test("A completed reminder is gone when it is too old, and not before; an open one stays however old")
    func completed() async throws {
        let home = try await FamilyFixture()
        let done = try await home.remind("Pack the satchel")
        let open = try await home.remind("Feed the cat")
        try await home.fixture.pass(.hours(2))
        try await home.complete(done.reminder.id, by: home.kim)
        home.fixture.clock.advance(by: age)
        try await sweep(home)
        #expect(try await home.show(done.reminder.id, for: home.ana).reminder.status == .completed, "not too old yet")
        home.fixture.clock.advance(by: .milliseconds(1))
        try await sweep(home)
        try await expectProblem(.notFound) { try await home.show(done.reminder.id, for: home.ana) }
        home.fixture.clock.advance(by: age)
        try await sweep(home)
        #expect(try await home.show(open.reminder.id, for: home.ana).reminder.status == .open)
    }

    @Test("A reminder that was completed before it was due is kept as long after that time")
    func early() async throws {
        let home = try await FamilyFixture()
        let done = try await home.remind(at: home.fixture.now + .days(30))
        try await home.complete(done.reminder.id, by: home.kim)
        home.fixture.clock.advance(by: age + .days(30))
        try await sweep(home)
        #expect(try await home.show(done.reminder.id, for: home.ana).reminder.status == .completed)
        home.fixture.clock.advance(by: .milliseconds(1))
        try await sweep(home)
        try await expectProblem(.notFound) { try await home.show(done.reminder.id, for: home.ana) }
    }
}
