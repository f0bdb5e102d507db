import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import DeviceKit
import Engine
import HummingbirdTesting
import RelayServer
import RelayTesting
import Testing

/// A relay with its database on the disk and real devices that send HTTP requests.
///
/// Pushes, letters and text messages are recorded.
///
/// The services run only when a test lets time pass, so that a journey is deterministic.
struct RelayJourney: Sendable {
    let relay: TestRelay
    let gateway: RecordingChannel
    let post: RecordingContactChannels

    /// Runs `body` with a relay.
    ///
    /// A second relay in the same directory with the same clock is the first one, restarted.
    static func with(
        in directory: TemporaryDirectory? = nil,
        under clock: TestClock = TestClock(),
        callsWebhooks: Bool = false,
        callsPeople: Bool = false,
        _ body: @escaping @Sendable (RelayJourney) async throws -> Void
    ) async throws {
        guard let directory else {
            return try await TemporaryDirectory.with { directory in
                try await with(
                    in: directory,
                    under: clock,
                    callsWebhooks: callsWebhooks,
                    callsPeople: callsPeople,
                    body
                )
            }
        }
        let (gateway, post) = (RecordingChannel(), RecordingContactChannels())
        var letters = ContactChannels(origin: "https://relay.example.org", mail: post, sms: post)
        if callsPeople { letters.calls = post }
        let client = callsWebhooks ? try CurlClient() : nil
        letters.webhook = client.map { client in
            WebhookChannel(
                configuration: .init(allowsPrivate: true, allowsUnprotected: true),
                client: client,
                now: { clock.now() }
            )
        }
        try await TestRelay.with(
            ["open-registration": "true", "listen": "127.0.0.1:0"],
            gateways: Gateways(gateway, contactChannels: letters),
            in: directory,
            under: clock,
            through: .live
        ) { relay in
            try await body(RelayJourney(relay: relay, gateway: gateway, post: post))
        }
        await client?.shutdown()
    }

    /// The time on the relay's clock.
    var now: Instant { relay.clock.now() }

    /// Lets time pass, stopping at every moment at which the relay has something to do.
    func pass(_ span: Span) async throws {
        try await EngineDriver(relay.relay.engine, clock: relay.clock).pass(span)
    }

    /// Runs everything that is due, without letting time pass.
    func catchUp() async throws {
        try await pass(.zero)
    }

    /// Registers the phone of a new person; by default in Berlin, with critical alerts allowed.
    func phone(timeZone: String = "Europe/Berlin", locale: String = "en") async throws -> LocalDevice {
        let token = (0..<64).map { _ in String(Int.random(in: 0...15), radix: 16) }.joined()
        return try await relay.device(
            push: PushRegistration(token: token, environment: .production, topic: EngineFixture.topic),
            capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: true, os: "26.1"),
            timeZone: timeZone,
            locale: locale
        )
    }

    /// Registers another phone of the person who has `phone`.
    func otherPhone(besides phone: LocalDevice) async throws -> LocalDevice {
        let other = try await self.phone()
        try await relay.link(other, to: phone)
        return other
    }

    /// Pushes to a phone since the gateway was last cleared, oldest first.
    func pushes(to phone: LocalDevice) async -> [AlarmPush] {
        await sent(to: phone).compactMap(\.alarm)
    }

    /// Stages of the pushes to a phone, oldest first.
    func stages(to phone: LocalDevice) async -> [Stage] {
        await pushes(to: phone).compactMap(\.stage.stage)
    }

    /// Payload of the last push to a phone, as text.
    func lastPayload(to phone: LocalDevice) async throws -> String {
        let push = try #require(await sent(to: phone).last)
        return String(decoding: push.payload, as: UTF8.self)
    }

    private func sent(to phone: LocalDevice) async -> [RenderedPush] {
        let token = await phone.profile.push?.token
        return gateway.sent.filter { $0.token == token }
    }

    /// Identifier of a device's person, read from a circle of theirs.
    func person(of device: LocalDevice, in circle: CircleID) async throws -> PersonID {
        try #require(try await device.circle(circle).members.first(where: \.isSelf)?.person)
    }
}

/// Expects that a device's request is refused with a problem of this kind.
func expectRefusal<Result: Sendable>(
    _ kind: ProblemKind,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async {
    let error = await #expect(throws: DeviceError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.problemKind == kind, sourceLocation: sourceLocation)
}
