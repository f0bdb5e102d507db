import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("How often alarms may be changed")
struct ChangeQuotaTests {
    @Test("A sender may change as often within an hour as set anew, and again when the hour is over")
    func bounded() async throws {
        var limits = Limits()
        limits.requestsPerHour = 3
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(5))
        @Sendable func move(to due: Instant) async throws {
            let change = AlarmChange(time: AlarmTime(due), message: .sample())
            let _: AlarmAccepted = try await fixture.ask { try $0.alarms.change(id, change, by: couple.ana) }
        }
        for minutes in 1...3 { try await move(to: fixture.now + .hours(5) + .minutes(Int64(minutes))) }
        let before = try await fixture.row(id)
        let refusal = try await expectProblem(.quotaExceeded) { try await move(to: fixture.now + .hours(6)) }
        #expect(refusal.detail.contains("3 changes an hour"))
        #expect(try await fixture.row(id) == before)
        fixture.clock.advance(by: .hours(1))
        try await move(to: fixture.now + .hours(6))
    }
}
