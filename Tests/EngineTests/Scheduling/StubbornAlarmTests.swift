import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

private let damage = StoreError.corrupt(path: "reveille.db", detail: "a column is no time")

@Suite("An alarm that cannot be woken")
struct StubbornAlarmTests {
    @Test("It does not hold up the others, and is tried again after a minute")
    func parked() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let first = try await fixture.setAlarm(couple, in: .minutes(5))
        let second = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.clock.advance(by: .minutes(5))
        // The batch fails, and then the first alarm by itself.
        store.failNextWrites(damage, damage)
        #expect(try await fixture.scheduler.wakeDue() == 1)
        #expect(try await fixture.state(first) == .scheduled)
        #expect(try await fixture.state(second) == .ringing)
        fixture.clock.advance(by: .seconds(60))
        _ = try await fixture.scheduler.wakeDue()
        #expect(try await fixture.state(first) == .ringing)
    }

    @Test("When no alarm at all can be woken, the error is the store's")
    func nothingWorks() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.clock.advance(by: .minutes(5))
        store.failNextWrites(damage, damage, damage)
        await #expect(throws: (any Error).self) { try await fixture.scheduler.wakeDue() }
        _ = try await fixture.scheduler.wakeDue()
        #expect(try await fixture.state(id) == .ringing)
    }
}
