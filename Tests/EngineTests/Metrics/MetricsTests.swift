import AlarmCore
import Engine
import MetricsTestKit
import RelayTesting
import Testing

@Suite("Counters and measures of the engine")
struct MetricsTests {
    @Test("Acceptances, deliveries by stage and outcome, and the lateness of wakes are reported")
    func reported() async throws {
        let factory = TestMetrics()
        let fixture = try EngineFixture(metrics: EngineMetrics(factory: factory))
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        #expect(try await fixture.state(id) == .ringing)
        #expect(try factory.expectCounter("reveille_alarms_accepted_total").totalValue == 1)
        let label = "reveille_deliveries_total"
        for stage in ["handoff", "ring"] {
            let counter = try factory.expectCounter(label, [("stage", stage), ("outcome", "accepted")])
            #expect(counter.totalValue == 1)
        }
        #expect(try factory.expectCounter(label, [("stage", "ring"), ("outcome", "refused")]).totalValue == 0)
        #expect(try factory.expectTimer("reveille_wake_lateness_seconds").values == [0])
        #expect(try factory.expectTimer("reveille_outbox_wait_seconds").values == [0, 0])
    }

    @Test("An alarm that was refused is not counted as accepted")
    func refused() async throws {
        let factory = TestMetrics()
        let fixture = try EngineFixture(metrics: EngineMetrics(factory: factory))
        let couple = try await fixture.couple()
        await #expect(throws: (any Error).self) { try await fixture.setAlarm(couple, in: -.hours(1)) }
        #expect(try factory.expectCounter("reveille_alarms_accepted_total").totalValue == 0)
    }
}
