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

/// A relay with its database on the disk, asked over HTTP by real devices, whose pushes, letters and text messages are kept
/// to be read.
///
/// Its services take their steps when a test lets time pass, so that a journey is the same every time.
struct Journey: Sendable {
    let relay: TestRelay
    let gateway: RecordingChannel
    let post: RecordingLetters

    /// Lends a relay to `body`.
    ///
    /// A second one in the same directory and under the same clock is the first one, restarted.
    static func with(
        in directory: TemporaryDirectory? = nil,
        under clock: TestClock = TestClock(),
        callsWebhooks: Bool = false,
        _ body: @escaping @Sendable (Journey) async throws -> Void
    ) async throws {
        guard let directory else {
            return try await TemporaryDirectory.with { directory in
                try await with(in: directory, under: clock, callsWebhooks: callsWebhooks, body)
            }
        }
        let (gateway, post) = (RecordingChannel(), RecordingLetters())
        var letters = Letters(origin: "https://relay.example.org", mail: post, sms: post)
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
            gateways: Gateways(apns: gateway, topics: [EngineScene.topic], letters: letters),
            in: directory,
            under: clock,
            through: .live
        ) { relay in
            try await body(Journey(relay: relay, gateway: gateway, post: post))
        }
        await client?.shutdown()
    }

    /// The time on the relay's clock.
    var now: Instant { relay.clock.now() }

    /// Lets time pass, stopping at every moment at which the relay has something to do.
    func pass(_ span: Span) async throws {
        try await EngineWalk(relay.relay.engine, clock: relay.clock).pass(span)
    }

    /// Does what the relay can do without time passing.
    func catchUp() async throws {
        try await pass(.zero)
    }

    /// A phone of a new person, in Berlin unless told otherwise, which takes critical alerts.
    func phone(timeZone: String = "Europe/Berlin", locale: String = "en") async throws -> LocalDevice {
        let token = (0..<64).map { _ in String(Int.random(in: 0...15), radix: 16) }.joined()
        return try await relay.device(
            push: PushRegistration(token: token, environment: .production, topic: EngineScene.topic),
            capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: true, os: "26.1"),
            timeZone: timeZone,
            locale: locale
        )
    }

    /// One more phone of the person who has `phone`.
    func otherPhone(besides phone: LocalDevice) async throws -> LocalDevice {
        let other = try await self.phone()
        try await relay.link(other, to: phone)
        return other
    }

    /// What a phone was pushed since the gateway last forgot, oldest first.
    func pushes(to phone: LocalDevice) async -> [AlarmPush] {
        await sent(to: phone).compactMap(\.alarm)
    }

    /// What the pushes to a phone were for, oldest first.
    func stages(to phone: LocalDevice) async -> [Stage] {
        await pushes(to: phone).compactMap(\.stage.stage)
    }

    /// The last push to a phone as the gateway got it, as text.
    func lastPayload(to phone: LocalDevice) async throws -> String {
        let push = try #require(await sent(to: phone).last)
        return String(decoding: push.payload, as: UTF8.self)
    }

    private func sent(to phone: LocalDevice) async -> [OutgoingPush] {
        let token = await phone.profile.push?.token
        return gateway.sent.filter { $0.destination.token.hex == token }
    }

    /// The name of a device's person, as a circle that they are in tells it.
    func person(of device: LocalDevice, in circle: CircleID) async throws -> PersonID {
        try #require(try await device.circle(circle).members.first(where: \.isSelf)?.person)
    }
}

/// Expects a device to be refused for a reason.
func expectRefusal<Result: Sendable>(
    _ kind: ProblemKind,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async {
    let error = await #expect(throws: DeviceError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.problemKind == kind, sourceLocation: sourceLocation)
}
