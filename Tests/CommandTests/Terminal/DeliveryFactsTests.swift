import AlarmCore
import AlarmWire
import Engine
import Testing

@testable import reveille

@Suite("What `alarm show` says of one device")
struct DeliveryFactsTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")

    private func lines(_ funnel: DeliveryFunnel) -> [String] {
        funnel.facts(clock).map { "\($0.0.drop { $0 == " " }): \($0.1)" }
    }

    @Test("A phone that was not reached at first and rang in the end has no error, but one of the past with its time")
    func past() throws {
        let due = try Instant(iso8601: "2026-11-25T06:00:03Z")
        let rang = DeliveryFunnel(
            device: 1,
            relayed: due,
            ringing: due + .seconds(38),
            attempts: 3,
            pastError: "not listening",
            pastErrorAt: due
        )
        #expect(
            lines(rang) == [
                "relayed: 07:00:03", "first shown: 07:00:41", "tries: 3",
                "before: not reached at 07:00:03: not listening",
            ]
        )
    }

    @Test("A phone that has reported an alarm has shown it, and is not said to have rung, or woken anybody")
    func shown() throws {
        let due = try Instant(iso8601: "2026-11-25T06:00:00Z")
        let ring = DeliveryFunnel.Step(stage: .ring, urgency: .timeSensitive, offset: .zero)
        let silent = lines(DeliveryFunnel(device: 1, ringing: due, worked: ring, attempts: 1))
        #expect(silent.first == "first shown: 07:00:00")
        #expect(silent.last?.hasPrefix("first shown by: ring ") == true, "\(silent)")
        let answered = lines(DeliveryFunnel(device: 1, ringing: due, acknowledged: due + .minutes(3), worked: ring))
        #expect(answered.contains { $0.hasPrefix("first shown by: ring ") })
        let unseen = lines(DeliveryFunnel(device: 1, acknowledged: due, worked: ring, attempts: 1))
        #expect(unseen.last?.hasPrefix("answered after: ring ") == true, "\(unseen)")
    }

    @Test("A phone that is not reached has the error, and nothing of the past")
    func present() {
        let lost = DeliveryFunnel(device: 1, attempts: 1, error: "not listening")
        #expect(lines(lost) == ["relayed: not yet", "error: not listening"])
    }
}
