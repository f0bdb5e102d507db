import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("A device that Web Push reaches")
struct WebPushTests {
    private static func ring(_ id: AlarmID = AlarmID(high: 3, low: 4)) throws -> [UInt8] {
        try WebPushPayload(
            AlarmPush(stage: .ring, id: id, revision: 1, time: noon),
            words: PushWords(title: "Alarm", body: "Somebody rings."),
            language: "en",
            origin: Origin("https://relay.example.org")
        ).bytes
    }

    private static func seal(_ content: [UInt8], for subscription: PushSubscription) throws -> [UInt8] {
        let published = subscription.published
        return try WebPushReceiver(publicKey: published.p256dh, secret: published.auth).seal(content)
    }

    private func profile(_ endpoint: String = "https://push.example.org/1") throws -> Profile {
        try Profile.new(relay: "https://relay.example.org", subscription: PushSubscription(endpoint: endpoint))
    }

    @Test("It registers with its subscription's public half, and with nothing that opens messages")
    func registers() async throws {
        let profile = try profile()
        let transport = ScriptedTransport([.ok(DeviceRegistered(deviceID: DeviceID(high: 1, low: 2), serverTime: noon))]
        )
        let device = LocalDevice(profile, transport)
        _ = try await device.register()
        let body = try #require(transport.sent.first?.body)
        let request = try RegisterDevice(wire: body)
        #expect(request.platform == .webPush && request.apns == nil)
        #expect(request.webPush == profile.subscription?.published)
        #expect(!String(decoding: body, as: UTF8.self).contains("PRIVATE KEY"))
    }

    @Test("It opens a message for its subscription, and rings for anything that it cannot open")
    func opens() async throws {
        let profile = try profile()
        let device = LocalDevice(profile, ScriptedTransport())
        let subscription = try #require(profile.subscription)
        let sealed = try Self.seal(Self.ring(), for: subscription)
        guard case .alarm(let alarm, let plan) = try await device.open(webPush: sealed) else {
            Issue.record("no alarm was read")
            return
        }
        #expect(alarm.stage == .ring && plan.rings)
        let foreign = try Self.seal(Self.ring(), for: PushSubscription(endpoint: "https://push.example.org/2"))
        let damaged = Array(sealed.dropLast()) + [(sealed.last ?? 0) ^ 1]
        let other = try Self.seal(Array("{}".utf8), for: subscription)
        for body in try [foreign, damaged, other, [], Self.ring()] as [[UInt8]] {
            let received = try await device.open(webPush: body)
            guard case .unreadable = received else {
                Issue.record("\(received)")
                continue
            }
            #expect(received.plan.rings)
        }
    }

    @Test("A new subscription is stored before the relay learns of it, and the former one still opens its messages")
    func replaces() async throws {
        var known = try profile()
        known.deviceID = DeviceID(high: 1, low: 2)
        let former = try #require(known.subscription)
        let transport = ScriptedTransport([.failure(.untrusted("self-signed")), .ok(TokenReplaced(serverTime: noon))])
        let store = InMemoryProfileStore()
        let device = LocalDevice(known, transport, store: store)
        let fresh = try PushSubscription(endpoint: "https://push.example.org/2")
        await #expect(throws: DeviceError.self) { try await device.replaceSubscription(fresh) }
        #expect(try store.load()?.subscription?.published == fresh.published)
        try await device.replaceSubscription(fresh)
        for subscription in [former, fresh] {
            let received = try await device.open(webPush: Self.seal(Self.ring(), for: subscription))
            guard case .alarm = received else {
                Issue.record("\(received)")
                continue
            }
        }
        // Only the present and the one before are kept.
        transport.add(.ok(TokenReplaced(serverTime: noon)))
        try await device.replaceSubscription(PushSubscription(endpoint: "https://push.example.org/3"))
        let late = try await device.open(webPush: Self.seal(Self.ring(), for: former))
        guard case .unreadable = late else {
            Issue.record("\(late)")
            return
        }
    }

    @Test("Without leave to show notifications it listens on the event stream, and comes back with a subscription")
    func ends() async throws {
        var known = try profile()
        known.deviceID = DeviceID(high: 1, low: 2)
        let answer = TokenReplaced(serverTime: noon)
        let transport = ScriptedTransport([.ok(answer), .ok(answer)])
        let device = LocalDevice(known, transport)
        try await device.endSubscription()
        var now = await device.profile
        #expect(now.platform == .events && now.subscription == nil)
        try await device.replaceSubscription(PushSubscription(endpoint: "https://push.example.org/2"))
        now = await device.profile
        #expect(now.platform == .webPush && now.subscription?.endpoint == "https://push.example.org/2")
    }

    @Test("It asks for the relay's key without an envelope, and learns that there is none")
    func key() async throws {
        let key = try ES256.PrivateKey().publicKey.x963
        let transport = ScriptedTransport([.ok(WebPushKeyAnswer(publicKey: key)), .problem(Problem(.notFound))])
        let device = LocalDevice(try profile(), transport)
        #expect(try await device.webPushKey() == key)
        #expect(try await device.webPushKey() == nil)
        #expect(transport.sent.map(\.target) == ["/v1/webpush/key", "/v1/webpush/key"])
    }

    @Test("A profile keeps its subscriptions and their keys, and shows them to nobody")
    func kept() throws {
        let profile = try profile()
        let read = try Profile(parsing: profile.wire)
        #expect(read.platform == .webPush)
        let subscription = try #require(read.subscription)
        #expect(subscription.published == profile.subscription?.published)
        let sealed = try Self.seal(Self.ring(), for: subscription)
        #expect(try profile.subscription?.open(sealed) == Self.ring())
        for text in ["\(subscription)", String(reflecting: subscription)] {
            #expect(!text.contains("/1") && !text.contains("PRIVATE"), "\(text)")
        }
        var dumped = ""
        dump(subscription, to: &dumped)
        #expect(!dumped.contains("PRIVATE") && !dumped.contains("/1"))
    }
}
