import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import Synchronization
import Testing

@Suite("People whom a relay has no way to")
struct MissingWayTests {
    /// What a relay says that starts again with some of the ways.
    private struct Said: Sendable {
        var reason: String?
        var banner: [String] = []
        var ready = ""
        var metrics = ""
    }

    /// Which people have confirmed an address of their own, beside the contacts.
    private enum Own {
        case nobody
        /// Ana wants to be warned by e-mail, Ben and Carla want alerts at their numbers.
        case asked
        /// The same, and each has agreed by the link.
        case confirmed
    }

    /// Contacts of whom Ben has only an e-mail address, Carla only a number, and Dana both.
    private static let contacts = [
        ContactRequest(name: "Ben", email: "ben@example.org"), ContactRequest(name: "Carla", phone: "+491701234567"),
        ContactRequest(name: "Dana", email: "dana@example.org", phone: "+491707654321"),
    ]

    /// Stores people at a relay that has every way, and starts it again with some of them.
    private func said(
        hasMail: Bool,
        hasSMS: Bool,
        contacts: [ContactRequest] = contacts,
        own: Own = .nobody
    ) async throws -> Said {
        let clock = TestClock()
        let said = SharedValue<Said>()
        try await TemporaryDirectory.with { directory in
            try await TestRelay.with(
                ["open-registration": "true"],
                gateways: Self.gateways(hasMail: true, hasSMS: true),
                in: directory,
                under: clock
            ) { relay in
                let ana = try await TestDevice(at: relay)
                _ = try await ana.send(Endpoints.CheckIns.plan(CheckInSettings(name: "Ana")))
                for contact in contacts {
                    #expect(try await ana.send(Endpoints.Contacts.add(contact)).status == .created)
                }
                if own != .nobody { try await Self.leaveAddresses(of: ana, at: relay, confirms: own == .confirmed) }
            }
            said.value = try await Self.start(
                in: directory,
                under: clock,
                Self.gateways(hasMail: hasMail, hasSMS: hasSMS)
            )
        }
        return try #require(said.value)
    }

    private static func gateways(hasMail: Bool, hasSMS: Bool) -> Gateways {
        let post = RecordingContactChannels()
        let letters = ContactChannels(
            origin: "https://relay.example.org",
            mail: hasMail ? post : nil,
            sms: hasSMS ? post : nil
        )
        return Gateways(RecordingChannel(), contactChannels: letters)
    }

    /// Has Ana leave her address, and two other people their numbers, and answers the questions that each is sent.
    private static func leaveAddresses(of ana: TestDevice, at relay: TestRelay, confirms: Bool) async throws {
        let own = OwnAddresses(email: "ana@example.org")
        #expect(try await ana.send(Endpoints.CheckIns.setAddresses(own)).status == .ok)
        var answers = [(ana, Destination.Medium.email)]
        for (name, phone) in [("Ben", "+491701111111"), ("Carla", "+491702222222")] {
            let member = try await TestDevice(at: relay)
            let number = CarePhone(phone: phone, name: name)
            #expect(try await member.send(Endpoints.Care.setPhone(number)).status == .ok)
            answers.append((member, .sms))
        }
        guard confirms else { return }
        let engine = relay.relay.engine
        for (device, medium) in answers {
            let id = device.id
            let link = try await engine.read { snapshot in
                let person = try #require(try snapshot.device(id)).person
                let document = medium == .sms ? Contact.ownPhone(of: person) : Contact.ownAddresses(of: person)
                let contact = try #require(try engine.record(Contact.self, document, in: snapshot))
                return LinkPath.confirm.url(at: "", try engine.capability(of: contact, by: medium))
            }
            #expect(try await relay.client.execute(uri: link, method: .post).status == .ok)
        }
    }

    /// Starts the relay in a directory, and asks it in every way how it is.
    private static func start(
        in directory: TemporaryDirectory,
        under clock: TestClock,
        _ gateways: Gateways
    ) async throws -> Said {
        let banner = Mutex<[String]>([])
        let relay = try await buildRelay(
            configuration: RelayConfiguration(
                flags: ["listen": "127.0.0.1:0", "metrics-listen": "127.0.0.1:0"],
                environment: TestRelay.environment(directory)
            ),
            clock: clock,
            gateways: gateways,
            logger: LogRecord().logger,
            announce: { lines in banner.withLock { $0 = lines } }
        )
        var said = Said(reason: relay.engine.health.missingWay)
        said.ready = try await relay.application.test(.live) { client in
            try await client.execute(uri: "/readyz", method: .get).text
        }
        said.banner = banner.withLock(\.self)
        await Auditor(engine: relay.engine, pausingBy: clock).audit()
        let metrics = try #require(relay.metrics)
        let told = metrics.application(
            listen: ListenAddress(host: "127.0.0.1", port: 0),
            logger: LogRecord().logger
        )
        said.metrics = try await told.test(.router) { client in
            try await client.execute(uri: MetricsEndpoint.path, method: .get).text
        }
        await relay.close()
        return said
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
        let reason = try await said(hasMail: hasMail, hasSMS: hasSMS).reason
        #expect(begins.map { reason?.hasPrefix($0) == true } ?? (reason == nil), "\(reason ?? "nothing")")
    }

    private static let members =
        "2 people want alerts of a care circle at their own number: no text message tells them of one"
    private static let warned =
        "1 person wants to be warned of their check-in at their own address: no warning reaches them there"

    @Test(
        "A start counts members' own numbers and people's own addresses, also where there are no contacts",
        arguments: [
            (true, true, nil),
            (true, false, "no provider of text messages is configured, though \(members)"),
            (false, true, "no mail server is configured, though \(warned)"),
            (
                false, false,
                "no mail server and no provider of text messages is configured, though \(members); \(warned)"
            ),
        ] as [(Bool, Bool, String?)]
    )
    func ownAddresses(hasMail: Bool, hasSMS: Bool, reason: String?) async throws {
        #expect(try await said(hasMail: hasMail, hasSMS: hasSMS, contacts: [], own: .confirmed).reason == reason)
    }

    @Test("A number or an address that nobody has confirmed counts nothing")
    func unconfirmed() async throws {
        #expect(try await said(hasMail: false, hasSMS: false, contacts: [], own: .asked).reason == nil)
    }

    @Test("The start says who is not reached, and so do the readiness and the metric, after contacts the others")
    func everywhere() async throws {
        let said = try await said(hasMail: true, hasSMS: false, own: .confirmed)
        let reason = """
            no provider of text messages is configured, though 1 person is kept as a contact without another way to \
            them: they cannot be told, and what is for them waits; \(Self.members)
            """
        #expect(said.banner.contains("WARNING: \(reason)."), "\(said.banner)")
        #expect(said.ready.contains(#"{"name":"letters","status":"degraded","detail":"\#(reason)"}"#), "\(said.ready)")
        #expect(said.metrics.contains("reveille_check_status{check=\"letters\"} 1\n"), "\(said.metrics)")
        let complete = try await self.said(hasMail: true, hasSMS: true, own: .confirmed)
        #expect(!complete.banner.contains { $0.contains("is configured, though") }, "\(complete.banner)")
        #expect(complete.ready.contains(#"{"name":"letters","status":"ok"}"#), "\(complete.ready)")
        #expect(complete.metrics.contains("reveille_check_status{check=\"letters\"} 0\n"), "\(complete.metrics)")
    }
}
