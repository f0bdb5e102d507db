import AlarmCore
import AlarmWire
import Delivery
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Testing

@Suite("Contacts whom a relay has no way to")
struct MissingWayTests {
    /// Why contacts would not be told, of a relay that starts with some of the ways, where Ben has only an e-mail
    /// address, Carla only a number, and Dana both.
    private func missing(hasMail: Bool, hasSMS: Bool) async throws -> String? {
        let post = RecordingContactChannels()
        let found = SharedValue<String>()
        try await TemporaryDirectory.with { directory in
            for isFirst in [true, false] {
                let letters = ContactChannels(
                    origin: "https://relay.example.org",
                    mail: isFirst || hasMail ? post : nil,
                    sms: isFirst || hasSMS ? post : nil
                )
                try await TestRelay.with(
                    ["open-registration": "true"],
                    gateways: Gateways(RecordingChannel(), contactChannels: letters),
                    in: directory,
                    under: TestClock(),
                    through: .router
                ) { relay in
                    guard isFirst else { return found.value = relay.relay.engine.health.missingWay }
                    let ana = try await TestDevice(at: relay)
                    _ = try await ana.send(Endpoints.CheckIns.plan(CheckInSettings(name: "Ana")))
                    for (name, email, phone) in [
                        ("Ben", "ben@example.org", nil), ("Carla", nil, "+491701234567"),
                        ("Dana", "dana@example.org", "+491707654321"),
                    ] as [(String, String?, String?)] {
                        let request = ContactRequest(name: name, email: email, phone: phone)
                        #expect(try await ana.send(Endpoints.Contacts.add(request)).status == .created)
                    }
                }
            }
        }
        return found.value
    }

    @Test(
        "A start counts the contacts who have no other way than the one that is missing",
        arguments: [
            (true, true, nil), (true, false, "no provider of text messages is configured, though 1 person is kept"),
            (false, true, "no mail server is configured, though 1 person is kept"),
            (false, false, "no mail server and no provider of text messages is configured, though 3 people are kept"),
        ] as [(Bool, Bool, String?)]
    )
    func byMedium(hasMail: Bool, hasSMS: Bool, begins: String?) async throws {
        let reason = try await missing(hasMail: hasMail, hasSMS: hasSMS)
        #expect(begins.map { reason?.hasPrefix($0) == true } ?? (reason == nil), "\(reason ?? "nothing")")
    }
}
