import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import MetricsTestKit
import RelayTesting
import Storage
import Synchronization
import Testing

/// A way to devices that the relay does not know, with its own addresses, sizes and failures, all in this file.
@Suite("A second way to devices")
struct SecondWayTests {
    private let phones = RecordingChannel()
    private let pigeons = PigeonPost()

    private func fixture(_ metrics: EngineMetrics = EngineMetrics()) throws -> EngineFixture {
        try EngineFixture(channel: phones, gateways: Gateways(phones, pigeons), metrics: metrics)
    }

    /// Gives a device that registered for pigeons the address of a loft.
    private func settle(_ device: Device, at loft: String = "north", in fixture: EngineFixture) async throws {
        let address = DeviceAddress.other(.pigeon, Array(loft.utf8))
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replace(with: address, of: device) }
    }

    /// Ana has a phone, Ben a pigeon loft.
    private func couple(in fixture: EngineFixture) async throws -> PairedDevices {
        let couple = try await fixture.couple(.apns, and: .pigeon)
        try await settle(couple.ben, in: fixture)
        return couple
    }

    private func gateways(_ fixture: EngineFixture) async throws -> HealthCheck {
        try #require(await fixture.engine.examine().checks.first { $0.name == .gateway })
    }

    @Test("An alarm is delivered over it from handoff to ring, snooze, second ring and answer")
    func journey() async throws {
        let factory = TestMetrics()
        let fixture = try fixture(EngineMetrics(factory: factory))
        let couple = try await couple(in: fixture)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(4))
        #expect(pigeons.stages == [.handoff])
        let handedOff = try #require(pigeons.sent.first)
        #expect(handedOff.destination.device == couple.ben.id)
        #expect(handedOff.destination.address == .other(.pigeon, Array("north".utf8)))
        #expect(handedOff.payload.count <= PigeonPost.limit)

        pigeons.answerNext(.retry(after: .seconds(5), reason: .rain, indeterminate: false))
        try await fixture.pass(until: try await fixture.row(id).alarm.due)
        #expect(pigeons.stages == [.handoff, .ring])
        let waiting = try #require(try await fixture.deliveries(id).first { $0.order.stage == .ring })
        #expect((waiting.state, waiting.reason) == (.pending, "it rains"))
        try await fixture.pass(.seconds(5))
        #expect(pigeons.stages == [.handoff, .ring, .ring])
        #expect(pigeons.sent[1].id == pigeons.sent[2].id, "the repeat has the same name")
        #expect(pigeons.alarms.last?.message == .sample())
        #expect(try await fixture.state(id) == .ringing)

        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        try await fixture.pass(.minutes(30))
        #expect(try await fixture.state(id) == .acknowledged)
        #expect(pigeons.stages == [.handoff, .ring, .ring])
        #expect(phones.stages == [.acknowledged])

        let loft = [("channel", "pigeon"), ("origin", "north")]
        let attempts = "reveille_channel_attempts_total"
        #expect(try factory.expectCounter(attempts, loft + [("outcome", "accepted")]).totalValue == 2)
        #expect(try factory.expectCounter(attempts, loft + [("outcome", "retried")]).totalValue == 1)
        #expect(try factory.expectTimer("reveille_push_duration_seconds", loft).values.count == 3)
        let retries = "reveille_retries_total"
        #expect(try factory.expectCounter(retries, [("channel", "pigeon"), ("reason", "rain")]).totalValue == 1)
        #expect(try factory.expectCounter(retries, [("channel", "apns"), ("reason", "unreachable")]).totalValue == 0)
    }

    @Test(
        "Its channel leaves out a reply that does not fit, and sends one that does",
        arguments: [(200, true), (600, false)]
    )
    func reply(bytes: Int, isSent: Bool) async throws {
        let fixture = try fixture()
        let couple = try await fixture.couple(.pigeon, and: .apns)
        try await settle(couple.ana, in: fixture)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(5))
        let reply = SealedText.sample(bytes: bytes)
        try await fixture.report(.acknowledged, of: id, from: couple.ben, reply: reply)
        try await fixture.catchUp()
        #expect(pigeons.stages == [.acknowledged])
        #expect(pigeons.alarms.last?.reply == (isSent ? reply : nil))
        #expect(try #require(pigeons.sent.last).payload.count <= PigeonPost.limit)
    }

    @Test("A message that its pushes could not carry is refused when the alarm is set")
    func tooLarge() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        let large = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .minutes(5)),
            message: .sample(bytes: PigeonPost.limit)
        )
        let problem = try await expectProblem(.messageTooLarge) { try await fixture.accept(large, from: couple.ana) }
        #expect(problem.pointer == "/message")
        #expect(problem.detail.contains("gateways take \(PigeonPost.limit)"))
        let alone = try EngineFixture()
        let others = try await alone.couple()
        let request = try alone.request(
            others,
            at: AlarmTime(alone.now + .minutes(5)),
            message: .sample(bytes: PigeonPost.limit)
        )
        try await alone.accept(request, from: others.ana)
    }

    @Test("A dead address is deleted and blocks the alarm; another one, of a kind that is taken, lets it go on")
    func deadAddress() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        pigeons.answerNext(.addressDead(reason: "the loft is deserted", since: nil))
        try await fixture.catchUp()
        #expect(try await fixture.device(couple.ben.id).address == nil)
        #expect(try await fixture.state(id) == .blocked)
        #expect(phones.stages == [.blocked])
        #expect(try await fixture.deliveries(id).first?.reason == "the loft is deserted")

        let problem = try await expectProblem(.noGateway) { try await settle(couple.ben, at: "", in: fixture) }
        #expect(problem.pointer == "/pigeon")
        let token = ReplaceToken(apns: fixture.pushToken())
        try await expectProblem(.malformed) {
            let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(token, of: couple.ben) }
        }
        try await settle(couple.ben, at: "south", in: fixture)
        try await fixture.pass(.minutes(5))
        #expect(pigeons.stages == [.handoff, .handoff, .ring])
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("The final push before a pair ends goes over it as well")
    func farewell() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        let answer = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ana) }
        #expect(answer.status == 204)
        #expect(pigeons.stages == [.handoff, .cancel])
    }

    @Test("Trouble of one channel is reported by its name, and neither hidden nor spread by another")
    func health() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        let phone = try await fixture.pair(couple.ana, with: fixture.register())
        phones.answer { _ in .retry(after: nil, reason: .other("InvalidProviderToken"), indeterminate: false) }
        _ = try await fixture.setAlarm(couple, in: .minutes(5))
        _ = try await fixture.setAlarm(phone, in: .minutes(5))
        try await fixture.pass(.minutes(6))
        #expect(pigeons.stages.contains(.ring), "the other channel rings meanwhile")
        let check = try await gateways(fixture)
        #expect(check.status == .failing)
        let reason = try #require(check.reason)
        #expect(reason.hasPrefix("no push has got through to apns production for "))
        #expect(reason.hasSuffix(": InvalidProviderToken") && !reason.contains("pigeon"))
        let report = await fixture.engine.examine()
        #expect(report.troubles.map(\.origin) == [ChannelOrigin(.apns, "production")])
        #expect(!report.isClean)

        phones.answer { _ in .accepted }
        try await fixture.pass(.minutes(10))
        #expect(try await gateways(fixture).status == .ok)
        #expect(await fixture.engine.examine().troubles.isEmpty)
    }

    @Test(
        "Trouble at an origin that the operator configured is failing; at one that a person named, degraded",
        arguments: [("north", HealthCheck.Status.failing), ("a stranger's", .degraded)]
    )
    func strangers(loft: String, status: HealthCheck.Status) async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        try await settle(couple.ben, at: loft, in: fixture)
        pigeons.answer { _ in .retry(after: .seconds(10), reason: .rain, indeterminate: false) }
        _ = try await fixture.setAlarm(couple, in: .minutes(2))
        try await fixture.pass(.minutes(2))
        let check = try await gateways(fixture)
        #expect(check.status == status)
        #expect(check.reason == "no push has got through to pigeon \(loft) for 2 min: it rains")
    }

    @Test("A failure that does not concern the channel is no trouble of it")
    func oneDevice() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        pigeons.answer { _ in .retry(after: .seconds(10), reason: .asleep, indeterminate: false) }
        _ = try await fixture.setAlarm(couple, in: .minutes(5))
        try await fixture.pass(.minutes(4))
        #expect(pigeons.sent.count > 3)
        #expect(try await gateways(fixture).status == .ok)
    }

    @Test("A relay without that channel keeps such a device, names its platform, and says why it cannot ring")
    func withoutChannel() async throws {
        let fixture = try fixture()
        let couple = try await couple(in: fixture)
        let plain = try EngineFixture(store: fixture.store, clock: fixture.clock, seed: 2)
        let id = try await plain.setAlarm(couple)
        try await plain.catchUp()
        let row = try #require(try await plain.deliveries(id).first)
        #expect((row.state, row.reason) == (.refused, "no gateway is configured for devices of platform pigeon"))
        let list = try await plain.engine.read { try plain.engine.devices(of: couple.ben, in: $0) }
        #expect(list.devices.map(\.platform.rawValue) == ["pigeon"])
        #expect(try DeviceList(wire: list.wire) == list)
    }
}

extension Device.Platform {
    fileprivate static let pigeon = Device.Platform(rawValue: "pigeon") ?? .events
}

extension RetryReason {
    /// No pigeon flies.
    fileprivate static let rain = RetryReason(label: "rain", description: "it rains")
    /// A single receiver is not looking.
    fileprivate static let asleep = RetryReason(label: "asleep", description: "nobody looks", concernsChannel: false)
}

/// A channel of pigeons that carry up to 700 bytes to lofts, record each push, and return the outcomes set by a test.
private final class PigeonPost: PushChannel {
    static let limit = 700
    /// The lofts that the operator built.
    private static let lofts = ["north", "south"]

    private struct State {
        var sent: [RenderedPush] = []
        var answers: [DeliveryOutcome] = []
        var rule: @Sendable (RenderedPush) -> DeliveryOutcome = { _ in .accepted }
    }

    private struct TooLarge: Error {}

    private let state = Mutex(State())

    let platform = Device.Platform.pigeon
    let payloadLimit = limit
    var origins: [ChannelOrigin] { Self.lofts.map { ChannelOrigin(.pigeon, $0) } }
    var retryLabels: [String] { [RetryReason.rain, .asleep].map(\.label) }

    func largestPayload(for alarm: AlarmPush) -> Int? {
        var largest = alarm
        largest.revision = Int(Int32.max)
        return largest.wire.count
    }

    func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {
        guard address.bytes.isEmpty else { return }
        throw Problem(.noGateway, detail: "a pigeon needs a loft", pointer: pointer)
    }

    func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush {
        guard case .other(.pigeon, let loft) = destination.address else {
            throw DeviceAddressError.foreign(destination.address.platform)
        }
        let payload = try content.payload { alarm in
            let bytes = alarm.wire
            guard bytes.count <= Self.limit else { throw TooLarge() }
            return bytes
        }
        let origin = ChannelOrigin(.pigeon, String(decoding: loft, as: UTF8.self))
        return RenderedPush(content, to: destination, through: origin, body: .bytes(payload))
    }

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        state.withLock { state in
            state.sent.append(push)
            return state.answers.isEmpty ? state.rule(push) : state.answers.removeFirst()
        }
    }

    func answerNext(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    func answer(by rule: @escaping @Sendable (RenderedPush) -> DeliveryOutcome) {
        state.withLock { $0.rule = rule }
    }

    var sent: [RenderedPush] { state.withLock(\.sent) }

    var alarms: [AlarmPush] { sent.compactMap { try? AlarmPush(wire: $0.payload) } }

    var stages: [Stage] { alarms.compactMap(\.stage.stage) }
}
