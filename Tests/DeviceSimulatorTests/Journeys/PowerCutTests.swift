import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import GatewaySimulator
import Testing

@Suite("A relay that is killed")
struct PowerCutTests {
    /// The time of the power cut, counted from the acceptance; the alarm is due 1.5 s after the acceptance.
    @Test(
        "Killed at any moment between acceptance and ring, it still rings after a restart, under one name for each ring",
        arguments: [0, 5, 20, 80, 300, 700, 1200, 1450, 1495, 1500, 1505, 1520, 1600]
    )
    func killed(after milliseconds: Int64) async throws {
        try await PhoneJourney.run(state: PhoneState(system: SystemVersion(18, 5)), policy: Self.ringOnce) { journey in
            let accepted = try await journey.send(in: .milliseconds(1500))
            try await PhoneClock.system.sleep(PhoneClock.system.now() + .milliseconds(milliseconds))
            await journey.stage.relay.kill()
            let restarted = try await journey.stage.restarted()
            try await journey.awaitNote("RINGS (push): \u{201C}Good morning\u{201D}", by: .phone("Ben"))
            try await journey.awaitState(.acknowledged, of: accepted.id)
            let rings = journey.stage.gateway.log.filter { $0.stage == .ring && $0.isAccepted }
            #expect(Set(rings.map(\.messageID)).count == 1, "rings under \(Set(rings.map(\.messageID)).count) names")
            #expect(journey.stage.timeline.entries.filter { $0.text.hasPrefix("RINGS") }.count == 1)
            await restarted.relay.stop()
        }
    }

    @Test("An alarm that was due while the relay was down rings late, and says so")
    func late() async throws {
        try await PhoneJourney.run(state: PhoneState(system: SystemVersion(18, 5)), policy: Self.ringOnce) { journey in
            let accepted = try await journey.send(in: .seconds(1))
            await journey.stage.relay.kill()
            try await PhoneClock.system.sleep(accepted.time + .seconds(11))
            let restarted = try await journey.stage.restarted()
            try await journey.awaitNote("from Ana, late", by: .phone("Ben"))
            try await journey.awaitState(.acknowledged, of: accepted.id)
            #expect(try await journey.ana.device.show(accepted.id).view.isLate)
            await restarted.relay.stop()
        }
    }

    /// A policy of one ring and a long wait, so that a second delivery name would show a doubled ring.
    private static let ringOnce = """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring}
          - {at: 5m, audience: sender, stage: no-answer}
        """
}
