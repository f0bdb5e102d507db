import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Handing pushes to the gateway")
struct DeliveryTests {
    @Test("A new alarm is handed off at once, with its sealed words, to the receiver's device")
    func handoff() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        #expect(try await scene.dispatcher.sendReady() == 1)
        let push = try #require(scene.channel.sent.first)
        let token = try #require(couple.ben.token)
        #expect(push.destination.token.hex == (try scene.engine.vault.openPushToken(token, of: couple.ben.id)))
        #expect(push.destination.topic == EngineScene.topic)
        #expect(push.destination.environment == .production)
        let alarm = try #require(push.alarm)
        #expect((alarm.id, alarm.stage, alarm.revision) == (id, .handoff, 1))
        #expect(alarm.time == scene.now + .minutes(30))
        #expect(alarm.message == .sample())
        #expect(push.expiration == scene.now + .minutes(40), "due and lifetime")
        #expect(push.collapseID?.utf8.count ?? 99 <= PushPayload.collapseIDLimit)
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
        #expect(try await scene.dispatcher.sendReady() == 0)
    }

    @Test("It rings at the due millisecond and not before")
    func onTime() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let due = scene.now + .minutes(30)
        try await scene.pass(until: due - .milliseconds(1))
        #expect(!scene.channel.stages.contains(.ring))
        try await scene.pass(.milliseconds(1))
        #expect(scene.channel.stages.last == .ring)
        #expect(scene.channel.alarms.last?.time == due)
        #expect(scene.channel.alarms.last?.isLate == false)
        #expect(try await scene.state(id) == .ringing)
    }

    @Test("All of the receiver's devices are told, and none of the sender's")
    func everyDevice() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let tablet = try await scene.addDevice(besides: couple.ben)
        let id = try await scene.setAlarm(couple)
        try await scene.catchUp()
        #expect(
            Set(try await scene.deliveries(id).map(\.order.destination)) == [
                .device(couple.ben.id), .device(tablet.id),
            ]
        )
        #expect(scene.channel.stages == [.handoff, .handoff])
        #expect(Set(scene.channel.sent.map(\.id)).count == 2)
    }

    @Test("What the gateway refuses for good is recorded and not tried again, and the ladder goes on")
    func rejected() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .minutes(5))
        scene.channel.answerNext(.rejected(reason: "BadTopic"))
        try await scene.pass(.minutes(4))
        #expect(scene.channel.stages == [.handoff, .blocked])
        let row = try #require(try await scene.deliveries(id).first)
        #expect((row.state, row.reason) == (.refused, "BadTopic"))
        #expect(try await scene.record(id).contains(.deliveryRefused))
        #expect(try await scene.device(couple.ben.id).isReachable)
        try await scene.pass(.minutes(1))
        #expect(scene.channel.stages == [.handoff, .blocked, .ring, .unblocked])
    }

    @Test("A push that cannot be made is refused without a word of why to the sender, and holds up no other")
    func undressable() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        var tablet = try await scene.addDevice(besides: couple.ben)
        tablet.token?.sealed = Array("sealed under a key that is lost".utf8)
        let damaged = tablet
        try await scene.store.write { try $0.update(damaged) }
        let id = try await scene.setAlarm(couple)
        try await scene.catchUp()
        #expect(scene.channel.stages == [.handoff])
        let rows = Dictionary(uniqueKeysWithValues: try await scene.deliveries(id).map { ($0.order.destination, $0) })
        #expect(rows[.device(couple.ben.id)]?.state == .accepted)
        #expect(rows[.device(tablet.id)]?.state == .refused)
        #expect(rows[.device(tablet.id)]?.reason == "the relay could not make the push")
    }

    @Test("Without a gateway, what was accepted for its devices is refused, not kept for ever")
    func noGateway() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        let bare = try EngineScene(store: scene.store, clock: scene.clock, gateways: Gateways(), seed: 2)
        try await bare.catchUp()
        #expect(try await bare.deliveries(id).map(\.state) == [.refused, .refused], "and the news of it as well")
    }

    @Test("Four hundred deliveries at most go in one batch, and all go in the end")
    func batches() async throws {
        var limits = Limits()
        limits.requestsPerHour = 1000
        limits.pendingAlarms = 1000
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        for _ in 0..<450 { _ = try await scene.setAlarm(couple) }
        #expect(try await scene.dispatcher.sendReady() == 400)
        #expect(try await scene.dispatcher.sendReady() == 50)
        #expect(Set(scene.channel.sent.map(\.id)).count == 450)
    }
}

@Suite("Trying again")
struct RetryTests {
    private let busy = DeliveryOutcome.retry(after: nil, reason: "503", indeterminate: false)

    @Test("A push that may succeed later is tried again under the same name, after a growing pause")
    func backOff() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(9))
        scene.channel.answerNext(busy, busy, busy)
        var waits: [Span] = []
        for _ in 1...4 {
            #expect(try await scene.dispatcher.sendReady() == 1)
            guard let next = try await scene.engine.read({ try $0.earliestDelivery() }) else { break }
            waits.append(next - scene.now)
            scene.clock.set(to: next - .milliseconds(1))
            #expect(try await scene.dispatcher.sendReady() == 0)
            scene.clock.set(to: next)
        }
        #expect(zip(waits, [1, 2, 4]).allSatisfy { $0 >= .milliseconds($1 * 500) && $0 <= .seconds($1) }, "\(waits)")
        #expect(Set(scene.channel.sent.map(\.id)).count == 1)
        #expect(Set(scene.channel.sent.map(\.payload)).count == 1)
        let row = try #require(try await scene.deliveries(id).first)
        #expect((row.state, row.attempts) == (.accepted, 4))
    }

    @Test("What the gateway asks for is never undercut")
    func retryAfter() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple, in: .hours(9))
        scene.channel.answerNext(.retry(after: .minutes(20), reason: "429", indeterminate: false))
        try await scene.catchUp()
        #expect(try await scene.engine.read { try $0.earliestDelivery() } == scene.now + .minutes(20))
    }

    @Test("A ring that fails until the next rung is given up there, and the ladder moves on")
    func expires() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .zero)
        let due = scene.now
        scene.channel.answer { [busy] _ in busy }
        try await scene.pass(.seconds(59))
        let pushes = scene.channel.sent.filter { $0.alarm?.stage == .ring }
        #expect(pushes.count > 3)
        #expect(Set(pushes.map(\.id)).count == 1)
        #expect(pushes.allSatisfy { $0.deadline == due + .seconds(60) })
        scene.channel.answer { _ in .accepted }
        try await scene.pass(until: due + .seconds(60))
        let rings = try await scene.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.state) == [.expired, .accepted])
        #expect(try await scene.record(id).contains(.deliveryExpired))
    }

    @Test("A push whose deadline passed while nobody sent is not sent at all")
    func tooLate() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .zero)
        scene.clock.advance(by: .seconds(60))
        try await scene.catchUp()
        #expect(scene.channel.stages == [.ring], "the second one, in whose favour the first is dropped")
        #expect(try await scene.deliveries(id).map(\.state) == [.expired, .accepted])
    }

    @Test("A result that cannot be stored is stored as soon as it can, and nothing is sent twice")
    func storeFails() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.hold()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        store.failNextWrites(.full, .full)
        scene.channel.release()
        for _ in 1...2 {
            await scene.clock.somebodySleeps()
            scene.clock.advance(by: .milliseconds(200))
        }
        #expect(try await sent == 1)
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
        #expect(try await scene.dispatcher.sendReady() == 0)
    }
}
