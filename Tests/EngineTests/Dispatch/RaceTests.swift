import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("An end that comes between the steps of a delivery")
struct RaceTests {
    /// What ends an alarm, or puts another in its place.
    enum Ending: String, CaseIterable {
        case cancelled, declined, acknowledged, changed, revoked

        func happen(to id: AlarmID, of couple: Couple, in scene: EngineScene) async throws {
            switch self {
            case .cancelled: try await scene.cancel(id, by: couple.ana)
            case .declined: try await scene.cancel(id, by: couple.ben)
            case .acknowledged: try await scene.report(.acknowledged, of: id, from: couple.ben)
            case .changed:
                _ = try await scene.engine.write { try $0.change(id, AlarmChange(sound: "gong"), by: couple.ana) }
            case .revoked: _ = try await scene.engine.write { try $0.revoke(couple.pair, by: couple.ben) }
            }
        }
    }

    private func rousing(_ scene: EngineScene) -> [AlarmPush] {
        scene.channel.alarms.filter { $0.stage.stage?.rouses == true && $0.revision == 1 }
    }

    @Test("What ended between the lease and the last check is not sent", arguments: Ending.allCases)
    func beforeCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        store.afterNextWrite { try await ending.happen(to: id, of: couple, in: scene) }
        #expect(try await scene.dispatcher.sendReady() == 1)
        #expect(rousing(scene).isEmpty)
        #expect(try await scene.deliveries(id).first?.state == .superseded)
        try await scene.pass(.minutes(29))
        #expect(rousing(scene).isEmpty)
    }

    @Test("What ended just before the last check reads is not sent", arguments: Ending.allCases)
    func atCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        store.beforeNextRead { try await ending.happen(to: id, of: couple, in: scene) }
        _ = try await scene.dispatcher.sendReady()
        #expect(rousing(scene).isEmpty)
    }

    @Test("What ended after the last check, and before the push started, is not sent", arguments: Ending.allCases)
    func afterCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        store.afterNextRead { try await ending.happen(to: id, of: couple, in: scene) }
        _ = try await scene.dispatcher.sendReady()
        #expect(rousing(scene).isEmpty)
        #expect(try await scene.deliveries(id).first?.state == .superseded)
    }

    @Test("What could not be checked in time is not sent after its deadline")
    func deadlinePassed() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .seconds(30))
        store.afterNextRead { scene.clock.advance(by: .seconds(31)) }
        _ = try await scene.dispatcher.sendReady()
        #expect(rousing(scene).isEmpty)
        #expect(try await scene.deliveries(id).first?.state == .expired)
    }

    @Test("What a store failed to check is checked again, and does not wait for its lease to end")
    func checkedAgain() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        store.beforeNextRead { throw StoreError.failed("for a moment") }
        let count = try await scene.clock.running { try await scene.dispatcher.sendReady() }
        #expect(count == 1)
        #expect(rousing(scene).map(\.stage) == [.handoff])
    }

    @Test("Whoever cancels waits for the push that had started, and none starts after")
    func settles() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.hold()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        try await scene.cancel(id, by: couple.ana)
        let order = Order()
        async let released: Void = {
            // Time enough for one who does not wait to come first.
            for _ in 0..<50 { await Task.yield() }
            order.add("released")
            scene.channel.release()
        }()
        try await scene.engine.settle(alarm: id)
        order.add("settled")
        await released
        _ = try await sent
        #expect(order.entries == ["released", "settled"])
        // That it arrived is kept, though it was superseded meanwhile.
        #expect(try await scene.deliveries(id).first?.state == .accepted)
        scene.channel.forget()
        try await scene.pass(.hours(1))
        #expect(scene.channel.stages == [.cancel])
    }

    @Test("Whoever leaves a pair waits for what is under way, but not for ever")
    func settlesInTime() async throws {
        var limits = Limits()
        limits.drain = .milliseconds(1)
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        scene.channel.hold()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        try await scene.clock.running {
            _ = try await scene.engine.write { try $0.revoke(couple.pair, by: couple.ben) }
            try await scene.engine.settle(pair: couple.pair)
        }
        scene.channel.release()
        _ = try await sent
    }

    @Test("A push of another pair under way holds up nobody")
    func otherPair() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let other = try await scene.couple()
        let id = try await scene.setAlarm(couple)
        scene.channel.hold()
        async let sent = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        _ = try await scene.engine.write { try $0.revoke(other.pair, by: other.ben) }
        try await scene.engine.settle(pair: other.pair)
        #expect(try await scene.deliveries(id).first?.state == .leased)
        scene.channel.release()
        _ = try await sent
    }
}

@Suite("Leases")
struct LeaseTests {
    @Test("Nobody else sends what is leased; when the lease runs out, it is sent again under the same name")
    func runsOut() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(9))
        scene.channel.hold()
        async let first = scene.dispatcher.sendReady()
        await scene.channel.started(1)
        let other = try EngineScene(store: scene.store, clock: scene.clock, channel: scene.channel, seed: 2)
        scene.clock.advance(by: .milliseconds(59_999))
        #expect(try await other.dispatcher.sendReady() == 0)
        scene.clock.advance(by: .milliseconds(1))
        async let second = other.dispatcher.sendReady()
        await scene.channel.started(2)
        scene.channel.release()
        #expect(try await (first, second) == (1, 1))
        #expect(Set(scene.channel.sent.map(\.id)).count == 1)
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("What a holder says after its lease ran out does not undo what its successor did")
    func fenced() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(9))
        let slow = RecordingChannel()
        slow.hold()
        slow.answerNext(.retry(after: nil, reason: "reset", indeterminate: true))
        let first = try EngineScene(store: scene.store, clock: scene.clock, channel: slow, seed: 2)
        async let sent = first.dispatcher.sendReady()
        await slow.started(1)
        scene.clock.advance(by: .seconds(60))
        try await scene.catchUp()
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
        slow.release()
        _ = try await sent
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted], "not pending again")
        #expect(try await scene.dispatcher.sendReady() == 0)
    }

    @Test("After a crash the only node takes up at once what it was sending, under the same names")
    func recovers() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(9))
        let leased = try await scene.store.write { [now = scene.now] transaction in
            try transaction.leaseDeliveries(at: now, until: now + .minutes(1), holder: "before", limit: 10)
        }
        #expect(try await scene.dispatcher.sendReady() == 0)
        let next = try EngineScene(store: scene.store, clock: scene.clock, seed: 2)
        try await next.engine.recover()
        try await next.catchUp()
        #expect(next.channel.sent.map(\.id) == leased.map(\.order.id))
        #expect(try await next.deliveries(id).first?.attempts == 2)
    }
}
