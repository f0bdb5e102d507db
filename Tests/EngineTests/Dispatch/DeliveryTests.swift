import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Handing pushes to the gateway")
struct DeliveryTests {
    @Test("The handoff before the end of a snooze names that end, so that no phone arms for the time that has passed")
    func snoozedHandoff() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        let due = fixture.now + .minutes(5)
        try await fixture.pass(.minutes(5))
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: due + .minutes(30))
        try await fixture.pass(.minutes(29))
        let handoffs = fixture.channel.sent.compactMap { push in
            push.destination.registeredAt == tablet.address?.registeredAt && push.alarm?.stage == .handoff
                ? push.alarm : nil
        }
        #expect(handoffs.map(\.time) == [due, due])
        #expect(handoffs.map(\.snoozedUntil) == [nil, due + .minutes(30)])
        try await fixture.pass(.minutes(1))
        #expect(fixture.channel.sent.last?.alarm?.stage == .ring)
    }

    @Test("A new alarm is handed off at once, with its sealed words, to the receiver's device")
    func handoff() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        #expect(try await fixture.dispatcher.sendReady() == 1)
        let push = try #require(fixture.channel.sent.first)
        let token = try #require(try fixture.engine.vault.pushToken(of: couple.ben))
        #expect(push.token == token)
        #expect(push.destination.address.apns?.topic == EngineFixture.topic)
        #expect(push.destination.address.apns?.environment == .production)
        let alarm = try #require(push.alarm)
        #expect((alarm.id, alarm.stage, alarm.revision) == (id, .handoff, 1))
        #expect(alarm.time == fixture.now + .minutes(30))
        #expect(alarm.message == .sample())
        #expect(push.expiration == fixture.now + .minutes(40), "due and lifetime")
        #expect(push.collapseID?.utf8.count ?? 99 <= PushPayload.collapseIDLimit)
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
        #expect(try await fixture.dispatcher.sendReady() == 0)
    }

    @Test("The gateway keeps every ring until the next one is sent, however short the alarm's lifetime is")
    func kept() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var request = try fixture.request(couple, at: AlarmTime(fixture.now + .minutes(30)))
        request.ttl = .seconds(1)
        let due = fixture.now + .minutes(30)
        _ = try await fixture.accept(request, from: couple.ana)
        try await fixture.pass(.minutes(92))
        let kept = fixture.channel.sent.filter { $0.alarm?.stage == .ring }.map(\.expiration)
        let minutes: [Int64] = Array(1...15) + Array(stride(from: 20, through: 60, by: 5)) + [61]
        #expect(kept == minutes.map { due + .minutes($0) })
    }

    @Test("It rings at the due millisecond and not before")
    func onTime() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let due = fixture.now + .minutes(30)
        try await fixture.pass(until: due - .milliseconds(1))
        #expect(!fixture.channel.stages.contains(.ring))
        try await fixture.pass(.milliseconds(1))
        #expect(fixture.channel.stages.last == .ring)
        #expect(fixture.channel.alarms.last?.time == due)
        #expect(fixture.channel.alarms.last?.isLate == false)
        #expect(try await fixture.state(id) == .ringing)
    }

    @Test("All of the receiver's devices are told, and none of the sender's")
    func everyDevice() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let id = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        #expect(
            Set(try await fixture.deliveries(id).map(\.order.destination)) == [
                .device(couple.ben.id), .device(tablet.id),
            ]
        )
        #expect(fixture.channel.stages == [.handoff, .handoff])
        #expect(Set(fixture.channel.sent.map(\.id)).count == 2)
    }

    @Test("What the gateway refuses for good is recorded and not retried, and the escalation goes on")
    func rejected() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .minutes(5))
        fixture.channel.answerNext(.rejected(reason: "BadTopic"))
        try await fixture.pass(.minutes(4))
        #expect(fixture.channel.stages == [.handoff, .blocked])
        let row = try #require(try await fixture.deliveries(id).first)
        #expect((row.state, row.reason) == (.refused, "BadTopic"))
        #expect(try await fixture.record(id).contains(.deliveryRefused))
        #expect(try await fixture.device(couple.ben.id).isReachable)
        try await fixture.pass(.minutes(1))
        #expect(fixture.channel.stages == [.handoff, .blocked, .ring, .unblocked])
    }

    @Test("A push that cannot be built is refused without a reason for the sender, and holds up no other")
    func undressable() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        var tablet = try await fixture.addDevice(besides: couple.ben)
        tablet.address?.sealed = Array("sealed under a key that is lost".utf8)
        let damaged = tablet
        try await fixture.store.write { try $0.update(damaged) }
        let id = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        let rows = Dictionary(uniqueKeysWithValues: try await fixture.deliveries(id).map { ($0.order.destination, $0) })
        #expect(rows[.device(couple.ben.id)]?.state == .accepted)
        #expect(rows[.device(tablet.id)]?.state == .refused)
        #expect(rows[.device(tablet.id)]?.reason == "the relay could not make the push")
    }

    @Test("Without a gateway, what was accepted for its devices is refused, not kept for ever")
    func noGateway() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let bare = try EngineFixture(store: fixture.store, clock: fixture.clock, gateways: Gateways(), seed: 2)
        try await bare.catchUp()
        #expect(try await bare.deliveries(id).map(\.state) == [.refused, .refused], "and the news of it as well")
    }

    @Test("Four hundred deliveries at most go in one batch, and all go in the end")
    func batches() async throws {
        var limits = Limits()
        limits.requestsPerHour = 1000
        limits.pendingAlarms = 1000
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        for _ in 0..<450 { _ = try await fixture.setAlarm(couple) }
        #expect(try await fixture.dispatcher.sendReady() == 400)
        #expect(try await fixture.dispatcher.sendReady() == 50)
        #expect(Set(fixture.channel.sent.map(\.id)).count == 450)
    }
}

@Suite("Trying again")
struct RetryTests {
    private let busy = DeliveryOutcome.retry(after: nil, reason: .http(503), indeterminate: false)

    @Test("A push that may succeed later is tried again under the same name, after a growing pause")
    func backOff() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(9))
        fixture.channel.answerNext(busy, busy, busy)
        var waits: [Span] = []
        for _ in 1...4 {
            #expect(try await fixture.dispatcher.sendReady() == 1)
            guard let next = try await fixture.engine.read({ try $0.earliestDelivery() }) else { break }
            waits.append(next - fixture.now)
            fixture.clock.set(to: next - .milliseconds(1))
            #expect(try await fixture.dispatcher.sendReady() == 0)
            fixture.clock.set(to: next)
        }
        #expect(zip(waits, [1, 2, 4]).allSatisfy { $0 >= .milliseconds($1 * 500) && $0 <= .seconds($1) }, "\(waits)")
        #expect(Set(fixture.channel.sent.map(\.id)).count == 1)
        #expect(Set(fixture.channel.sent.map(\.payload)).count == 1)
        let row = try #require(try await fixture.deliveries(id).first)
        #expect((row.state, row.attempts) == (.accepted, 4))
    }

    @Test("A retry never comes earlier than the gateway asks for")
    func retryAfter() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .hours(9))
        fixture.channel.answerNext(.retry(after: .minutes(20), reason: .http(429), indeterminate: false))
        try await fixture.catchUp()
        #expect(try await fixture.engine.read { try $0.earliestDelivery() } == fixture.now + .minutes(20))
    }

    @Test("A ring that fails until the next step is given up there, and the escalation moves on")
    func expires() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        let due = fixture.now
        fixture.channel.answer { [busy] _ in busy }
        try await fixture.pass(.seconds(59))
        let pushes = fixture.channel.sent.filter { $0.alarm?.stage == .ring }
        #expect(pushes.count > 3)
        #expect(Set(pushes.map(\.id)).count == 1)
        #expect(pushes.allSatisfy { $0.deadline == due + .seconds(60) })
        fixture.channel.answer { _ in .accepted }
        try await fixture.pass(until: due + .seconds(60))
        let rings = try await fixture.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.state) == [.expired, .accepted])
        #expect(try await fixture.record(id).contains(.deliveryExpired))
    }

    @Test("A push whose deadline passed before it was sent is not sent at all")
    func tooLate() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .zero)
        fixture.clock.advance(by: .seconds(60))
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.ring], "the second one, in whose favour the first is dropped")
        #expect(try await fixture.deliveries(id).map(\.state) == [.expired, .accepted])
    }

    @Test("A result that cannot be stored is stored as soon as it can, and nothing is sent twice")
    func storeFails() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.hold()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        store.failNextWrites(.full, .full)
        fixture.channel.release()
        for _ in 1...2 {
            await fixture.clock.somebodySleeps()
            fixture.clock.advance(by: .milliseconds(200))
        }
        #expect(try await sent == 1)
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
        #expect(try await fixture.dispatcher.sendReady() == 0)
    }
}
