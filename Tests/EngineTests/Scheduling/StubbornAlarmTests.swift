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
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let first = try await scene.setAlarm(couple, in: .minutes(5))
        let second = try await scene.setAlarm(couple, in: .minutes(5))
        scene.clock.advance(by: .minutes(5))
        // The batch fails, and then the first alarm by itself.
        store.failNextWrites(damage, damage)
        #expect(try await scene.scheduler.wakeDue() == 1)
        #expect(try await scene.state(first) == .scheduled)
        #expect(try await scene.state(second) == .ringing)
        scene.clock.advance(by: .seconds(60))
        _ = try await scene.scheduler.wakeDue()
        #expect(try await scene.state(first) == .ringing)
    }

    @Test("When no alarm at all can be woken, the store is at fault, and says so")
    func nothingWorks() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        scene.clock.advance(by: .minutes(5))
        store.failNextWrites(damage, damage, damage)
        await #expect(throws: (any Error).self) { try await scene.scheduler.wakeDue() }
        _ = try await scene.scheduler.wakeDue()
        #expect(try await scene.state(id) == .ringing)
    }
}
