import AlarmCore
import AlarmWire
import CurlClient
import Foundation
import GatewaySimulator
import Logging
import Sealing
import TestSupport
import Testing

@testable import Delivery

/// The channel against a push service that checks everything with another library.
@Suite("Pushes to browsers through the simulated push service", .timeLimit(.minutes(10)))
struct WebPushGatewayTests {
    private struct Scene {
        let fixture: WebPushFixture
        let gateway: GatewaySimulator
        let client: CurlClient
        let channel: WebPushChannel
        /// Of the gateway's certificate.
        let folder: TemporaryFolder
        /// The subscription of the fixture's browser.
        let id: String

        func push(_ stage: Stage = .ring) throws -> RenderedPush {
            try channel.render(fixture.content(stage), to: fixture.destination(gateway.endpoint(of: id)))
        }

        func arrived() throws -> [ReceivedWebPush] {
            try gateway.log.map { try ReceivedWebPush(payload: fixture.browser.open($0.payload)) }
        }
    }

    private func with(
        applicationServerKey: [UInt8]? = nil,
        subject: String = "mailto:ops@example.org",
        _ body: (Scene) async throws -> Void
    ) async throws {
        let fixture = try WebPushFixture()
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { fixture.clock.now }
        let gateway = try await GatewaySimulator.start(configuration)
        let folder = try TemporaryFolder("webpush")
        let authority = folder.path("ca.pem")
        try gateway.certificateAuthorityPEM.write(toFile: authority, atomically: true, encoding: .utf8)
        let client = try CurlClient()
        let channel = WebPushChannel(
            configuration: WebPushChannel.Configuration(
                relayOrigin: try Origin("https://relay.example.org"),
                subject: try #require(VAPIDSubject(subject)),
                allowed: ["https://localhost:\(gateway.port)"],
                certificateAuthorityFile: authority,
                attemptTimeout: .minutes(10)
            ),
            key: fixture.key,
            client: client,
            logger: fixture.log.logger,
            now: { fixture.clock.now }
        )
        let scene = Scene(
            fixture: fixture,
            gateway: gateway,
            client: client,
            channel: channel,
            folder: folder,
            id: gateway.registerSubscription(applicationServerKey: applicationServerKey ?? fixture.key.publicKey)
        )
        try await body(scene)
        await client.shutdown()
        try await gateway.shutdown()
    }

    @Test("A push is taken, over HTTP/2, and the browser opens it; a hundred more share a few connections")
    func accepted() async throws {
        try await with { scene in
            #expect(try await scene.channel.send(scene.push()) == .accepted)
            #expect(try scene.arrived().map(\.push.alarm.stage) == [.ring])
            let push = try scene.push(.cancel)
            for _ in 0..<4 {
                let outcomes = await withTaskGroup(of: DeliveryOutcome.self) { group in
                    for _ in 0..<50 { group.addTask { await scene.channel.send(push) } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.allSatisfy { $0 == .accepted }, "\(outcomes)")
            }
            #expect(scene.gateway.log.count == 201)
            #expect(Set(scene.gateway.log.map(\.connection)).count <= 8)
        }
    }

    @Test("A browser that was away gets the newest message of an alarm alone, while it is worth delivering")
    func replaced() async throws {
        try await with { scene in
            scene.gateway.setSubscriptionOnline(scene.id, false)
            var arrivals = scene.gateway.pushes(to: scene.id).makeAsyncIterator()
            for stage in [Stage.ring, .ring, .cancel] {
                #expect(try await scene.channel.send(scene.push(stage)) == .accepted)
            }
            scene.gateway.setSubscriptionOnline(scene.id, true)
            #expect(try await scene.channel.send(scene.push(.test)) == .accepted)
            var stages: [PushStage] = []
            for _ in 0..<2 {
                guard let push = await arrivals.next() else { break }
                stages.append(try ReceivedWebPush(payload: scene.fixture.browser.open(push.payload)).push.alarm.stage)
            }
            #expect(stages == [.cancel, PushStage(.test)])
        }
    }

    @Test("A subscription that has ended, or was never there, is dead")
    func ended() async throws {
        try await with { scene in
            scene.gateway.endSubscription(scene.id)
            let outcome = try await scene.channel.send(scene.push())
            #expect(outcome == .addressDead(reason: "HTTP 410: the subscription has ended", since: nil))
            let strange = try scene.channel.render(
                scene.fixture.content(),
                to: scene.fixture.destination(scene.gateway.endpoint(of: String(repeating: "0", count: 64)))
            )
            let unknown = await scene.channel.send(strange)
            #expect(unknown == .addressDead(reason: "HTTP 404: the subscription has ended", since: nil))
        }
    }

    @Test("A subscription that was made for another key refuses the relay, which says so")
    func foreignKey() async throws {
        try await with(applicationServerKey: ES256.PrivateKey().publicKey.x963) { scene in
            let outcome = try await scene.channel.send(scene.push())
            #expect(
                outcome == .retry(after: .seconds(30), reason: .pushServiceRefusesRelay(403), indeterminate: false)
            )
            #expect(scene.fixture.log.lines.contains { $0.contains("refuses this relay") })
        }
    }

    @Test("A clock that is a day wrong is refused as the relay's trouble")
    func wrongClock() async throws {
        try await with { scene in
            let push = try scene.push()
            #expect(await scene.channel.send(push) == .accepted)
            // The token is 20 hours old by the gateway's clock only if the relay still used it.
            scene.fixture.clock.advance(by: .hours(19))
            var later = push
            later.deadline = scene.fixture.clock.now + .minutes(1)
            #expect(await scene.channel.send(later) == .accepted)
        }
    }

    @Test("Each way in which the gateway fails is retried, and the answers' pauses are kept")
    func nasty() async throws {
        try await with { scene in
            let slow = GatewaySimulator.Response(status: 429, reason: "TooManyRequests", retryAfter: .seconds(7))
            let broken = GatewaySimulator.Response(status: 500, reason: "InternalServerError")
            for (answer, outcome) in [
                (slow, DeliveryOutcome.retry(after: .seconds(7), reason: .http(429), indeterminate: false)),
                (broken, .retry(after: nil, reason: .http(500), indeterminate: true)),
            ] {
                scene.gateway.behavior = GatewaySimulator.Behavior(answer: .fixed(answer), portion: .first(1))
                let first = await scene.channel.send(try scene.push())
                let second = await scene.channel.send(try scene.push())
                #expect(first == outcome && second == .accepted)
            }
        }
    }
}
