import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A server of a person's own")
struct ServerDeviceTests {
    private static let url = "https://home.example.org/api/webhook/s3cr3t"

    private let servers: RecordingServers
    private let fixture: EngineFixture

    init() throws {
        servers = RecordingServers()
        let phones = RecordingChannel()
        fixture = try EngineFixture(channel: phones, gateways: Gateways(phones, servers))
    }

    private func add(to device: Device, at url: String = Self.url) async throws -> Device {
        let added: WebhookDeviceAdded = try await fixture.ask {
            try $0.devices.addServer(AddWebhookDevice(webhook: url), by: device)
        }
        #expect(added.webhookSecret.hasPrefix("whsec_"))
        return try await fixture.device(added.deviceID)
    }

    /// Ana, and Ben with a phone and a server.
    private func couple() async throws -> (couple: PairedDevices, server: Device) {
        let couple = try await fixture.couple()
        return (couple, try await add(to: couple.ben))
    }

    private func remove(_ id: DeviceID, by device: Device) async throws {
        _ = try await fixture.engine.write { try $0.devices.remove(id, by: device) }
    }

    private func devices(of device: Device) async throws -> [DeviceView] {
        try await fixture.engine.read { try fixture.engine.devices(of: device, in: $0) }.devices
    }

    // MARK: What it is told

    @Test("It is told of rings and of their end, without words and without a handoff")
    func told() async throws {
        let (couple, server) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        #expect(fixture.channel.stages == [.handoff, .ring])
        #expect(servers.stages == [.ring])
        let push = try #require(servers.sent.first)
        #expect(push.destination.device == server.id)
        #expect(!String(decoding: push.payload, as: UTF8.self).contains(SealedText.sample().text))
        let message = try #require(servers.messages.first)
        #expect((message.alarm, message.preset, message.revision) == (id, "partner-alarm", 1))
        #expect(message.title == "Alarm" && !message.text.isEmpty && message.person == nil)

        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.hours(1))
        #expect(servers.stages == [.ring, .cancel])
    }

    @Test("It is told the news of the alarms that its person has set")
    func news() async throws {
        let couple = try await fixture.couple()
        _ = try await add(to: couple.ana)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.catchUp()
        #expect(servers.stages == [.acknowledged])
    }

    @Test("The last push before a pair ends goes to it, and it ends with its person's last pair")
    func revoked() async throws {
        let (couple, server) = try await couple()
        _ = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.catchUp()
        _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ana) }
        #expect(servers.stages == [.ring, .cancel])
        #expect(try await devices(of: couple.ben).map(\.id) == [couple.ben.id])
        #expect(try await fixture.engine.read { try $0.device(server.id) } == nil)
    }

    // MARK: What it answers

    @Test("Its acknowledgement of a ring is its person's: the phones fall silent, and the sender is told")
    func acknowledged() async throws {
        let (couple, _) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        servers.answerNext(PushAttempt(.accepted, answer: .acknowledge))
        try await fixture.pass(.hours(1))
        #expect(try await fixture.state(id) == .acknowledged)
        #expect(fixture.channel.stages.filter { $0 == .ring }.count == 1)
        #expect(fixture.channel.stages.contains(.cancel) && fixture.channel.stages.contains(.acknowledged))
        #expect(servers.stages == [.ring])
        #expect(try await fixture.record(id).filter { $0 == .acknowledged }.count == 1)
    }

    @Test("Its snooze lasts as long as it says, and everything rings again then")
    func snoozed() async throws {
        let (couple, _) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        servers.answerNext(PushAttempt(.accepted, answer: .snooze(minutes: 7)))
        try await fixture.catchUp()
        #expect(try await fixture.row(id).alarm.base == fixture.now + .minutes(7))
        #expect(try await fixture.state(id) == .snoozed)
        fixture.channel.forget()
        try await fixture.pass(.minutes(7))
        #expect(fixture.channel.stages == [.ring])
        #expect(servers.stages == [.ring, .ring])
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test(
        "An answer to a ring that was answered, put off or cancelled while it was under way does nothing",
        arguments: [AlarmState.acknowledged, .snoozed, .cancelled]
    )
    func late(state: AlarmState) async throws {
        let (couple, server) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        servers.answerNext(PushAttempt(.accepted, answer: .snooze(minutes: 1)))
        servers.during { [fixture] in
            switch state {
            case .acknowledged: try await fixture.report(.acknowledged, of: id, from: couple.ben)
            case .snoozed: try await fixture.report(.snoozed, of: id, from: couple.ben)
            default: try await fixture.cancel(id, by: couple.ana)
            }
        }
        try await fixture.catchUp()
        #expect(servers.stages.first == .ring)
        let alarm = try await fixture.row(id).alarm
        #expect(alarm.state == state)
        #expect(try await fixture.record(id).filter { $0 == .snoozed }.count == (state == .snoozed ? 1 : 0))
        if state == .snoozed { #expect(alarm.base == fixture.now + .minutes(9), "as long as the phone's") }
        let rings = try await fixture.deliveries(id).filter { $0.order.destination == .device(server.id) }
        #expect(rings.first?.state == .accepted)
    }

    @Test("Of two servers' answers to one ring the first counts, whether or not the other was told meanwhile")
    func twice() async throws {
        let (couple, _) = try await couple()
        _ = try await add(to: couple.ben)
        let id = try await fixture.setAlarm(couple, in: .zero)
        servers.answer { message in
            PushAttempt(.accepted, answer: message.stage == .ring ? .snooze(minutes: 7) : .acknowledge)
        }
        try await fixture.catchUp()
        #expect((1...2).contains(servers.stages.count { $0 == .ring }))
        #expect(try await fixture.record(id).filter { $0 == .snoozed }.count == 1)
        #expect(try await fixture.state(id) == .snoozed, "an answer to a cancel is none")
        #expect(try await fixture.row(id).alarm.base == fixture.now + .minutes(7))
    }

    @Test("An answer that a phone's receipt would be refused for leaves the ring delivered, and no more")
    func refusedAnswer() async throws {
        let fixture = try EngineFixture(gateways: Gateways(RecordingChannel(), servers), limits: fewReports)
        let couple = try await fixture.couple()
        let added: WebhookDeviceAdded = try await fixture.ask {
            try $0.devices.addServer(AddWebhookDevice(webhook: Self.url), by: couple.ben)
        }
        servers.answer { _ in PushAttempt(.accepted, answer: .snooze(minutes: 1)) }
        let id = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.pass(.minutes(3))
        #expect(servers.stages.filter { $0 == .ring }.count >= 3)
        #expect(try await fixture.record(id).filter { $0 == .snoozed }.count == 1)
        #expect(try await fixture.state(id) == .ringing)
        let rings = try await fixture.deliveries(id).filter { $0.order.destination == .device(added.deviceID) }
        #expect(rings.allSatisfy { $0.state == .accepted })
    }

    private var fewReports: Limits {
        var limits = Limits()
        limits.reportsPerHour = 1
        return limits
    }

    @Test("Nobody checks in by it: an answer to a warning is none")
    func checkIn() async throws {
        let phone = try await fixture.register()
        _ = try await add(to: phone)
        servers.answer { _ in PushAttempt(.accepted, answer: .acknowledge) }
        let settings = CheckInSettings(kind: .standard, threshold: .hours(24), name: "Ana")
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.plan(settings, by: phone) }
        let request = CheckInRequest(timeZone: "Europe/Berlin")
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.checkIn(request, by: phone) }
        try await fixture.pass(.hours(25))
        #expect(servers.stages.filter { $0 == .checkInDue }.count == 4)
        let now = fixture.now
        let report = try await fixture.engine.read { try fixture.engine.checkIns(of: phone.person, at: now, in: $0) }
        #expect(report.state == .expired)
    }

    // MARK: What it is not

    @Test("It keeps no alarm from being blocked, is told all the same, and its answer still counts")
    func blocked() async throws {
        let (couple, _) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.channel.answerNext(.addressDead(reason: "gone", since: nil))
        try await fixture.catchUp()
        #expect(try await fixture.state(id) == .blocked)
        #expect(fixture.channel.stages == [.handoff, .blocked])
        servers.answerNext(
            PushAttempt(.accepted, answer: .snooze(minutes: 1)),
            PushAttempt(.accepted, answer: .acknowledge)
        )
        try await fixture.pass(.minutes(5))
        #expect(servers.stages == [.ring])
        #expect(try await fixture.state(id) == .blocked)
        #expect(!fixture.channel.stages.contains(.unblocked))
        try await fixture.pass(.minutes(1))
        #expect(servers.stages == [.ring, .ring])
        #expect(try await fixture.state(id) == .acknowledged)
        #expect(fixture.channel.stages == [.handoff, .blocked, .acknowledged])
    }

    @Test("The sender sees neither it nor its failures, and no phone is rung in its place")
    func unseen() async throws {
        let (couple, server) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.catchUp()
        try await fixture.report(.armed, of: id, from: couple.ben)
        servers.answer { _ in PushAttempt(.rejected(reason: "HTTP 400")) }
        fixture.channel.forget()
        try await fixture.pass(.minutes(5))
        #expect(servers.stages == [.ring])
        #expect(fixture.channel.stages.isEmpty, "Ben's phone rings by itself")
        let view = try await fixture.view(id, for: couple.ana)
        #expect(view.deliveries.count == 1)
        #expect(view.deliveries.first?.armed != nil && view.deliveries.first?.error == nil)
        #expect(try await !fixture.record(id).contains(.deliveryRefused))
        try await fixture.pass(.hours(2))
        #expect(try await fixture.device(server.id).unanswered == 0)
        #expect(try await fixture.device(couple.ben.id).unanswered == 0)
    }

    @Test("One that answers that it is gone is left alone, and listed as not reachable")
    func gone() async throws {
        let (couple, server) = try await couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        servers.answerNext(PushAttempt(.addressDead(reason: "HTTP 410", since: nil)))
        try await fixture.pass(.hours(2))
        #expect(servers.stages == [.ring])
        #expect(try await fixture.state(id) != .blocked)
        #expect(try await devices(of: couple.ben).first { $0.id == server.id }?.isReachable == false)
    }

    // MARK: Whose it is

    @Test("It is listed and removed like a device, and does not stand in for its person's only one")
    func removed() async throws {
        let (couple, server) = try await couple()
        let listed = try await devices(of: couple.ben)
        #expect(listed.map(\.platform) == [.apns, .webhook])
        #expect(listed.map(\.isReachable) == [true, true])
        let problem = await #expect(throws: Problem.self) { try await remove(couple.ben.id, by: couple.ben) }
        #expect(problem?.kind == .conflict)
        try await remove(server.id, by: couple.ben)
        #expect(try await devices(of: couple.ben).map(\.id) == [couple.ben.id])
        _ = try await fixture.setAlarm(couple, in: .zero)
        try await fixture.catchUp()
        #expect(servers.sent.isEmpty)
    }

    @Test("It goes with its person's last device, and with a device that joins another person")
    func orphaned() async throws {
        let phone = try await fixture.register()
        let server = try await add(to: phone)
        try await remove(phone.id, by: phone)
        #expect(try await fixture.engine.read { try $0.device(server.id) } == nil)

        let (couple, _) = try await couple()
        let tablet = try await fixture.register()
        let tabletsServer = try await add(to: tablet)
        _ = try await fixture.link(tablet, to: couple.ben)
        #expect(try await fixture.engine.read { try $0.device(tabletsServer.id) } == nil)
        #expect(try await devices(of: couple.ben).map(\.platform) == [.apns, .webhook, .apns])
    }

    @Test("Deleting the person deletes it, and the export does not tell where it is or its secret")
    func person() async throws {
        let (couple, server) = try await couple()
        let list = try await fixture.engine.read { try fixture.engine.devices(of: couple.ben, in: $0) }
        #expect(!String(decoding: list.wire, as: UTF8.self).contains("home.example.org"))
        #expect(!"\(server)".contains("home.example.org"))
        let name = RequestName(device: couple.ben.id, jti: [1], digest: [], issuedAt: fixture.now)
        _ = try await fixture.engine.write { try $0.me.delete(name) }
        #expect(try await fixture.engine.read { try $0.device(server.id) } == nil)
    }

    @Test("A person may have so many devices, and a URL has to be one that is requested")
    func refused() async throws {
        let phone = try await fixture.register()
        for url in ["http://home.example.org/", "home.example.org", "https://user@home.example.org/"] {
            let problem = try await expectProblem(.malformed) { _ = try await add(to: phone, at: url) }
            #expect(problem.pointer == "/webhook")
        }
        for _ in 1..<fixture.engine.limits.devicesPerPerson { _ = try await add(to: phone) }
        try await expectProblem(.quotaExceeded) { _ = try await add(to: phone) }
        let plain = try EngineFixture()
        let other = try await plain.register()
        try await expectProblem(.noChannel) {
            let _: WebhookDeviceAdded = try await plain.ask {
                try $0.devices.addServer(AddWebhookDevice(webhook: Self.url), by: other)
            }
        }
    }
}
