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
                "relayed: 07:00:03", "rang: 07:00:41", "tries: 3", "before: not reached at 07:00:03: not listening",
            ]
        )
    }

    @Test("A phone that is not reached has the error, and nothing of the past")
    func present() {
        let lost = DeliveryFunnel(device: 1, attempts: 1, error: "not listening")
        #expect(lines(lost) == ["relayed: not yet", "error: not listening"])
    }
}
