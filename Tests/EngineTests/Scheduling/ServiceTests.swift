import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import ServiceLifecycle
import Storage
import Testing

@Suite("The services at work", .timeLimit(.minutes(10)))
struct ServiceTests {
    /// Waits until what became of an alarm's pushes is known: a lease that ended before would send them again.
    private func recorded(_ id: AlarmID, in scene: EngineScene) async throws {
        while try await scene.deliveries(id).contains(where: { $0.state == .leased }) { await Task.yield() }
    }

    @Test("An alarm beyond the horizon is handed off at once, again before due, and rings at due")
    func wholeLife() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let due = scene.now + .minutes(30)
        try await withServices(of: scene) { _ in
            let id = try await scene.setAlarm(couple)
            await scene.channel.started(1)
            try await recorded(id, in: scene)
            scene.clock.set(to: due - .minutes(10))
            await scene.channel.started(2)
            try await recorded(id, in: scene)
            scene.clock.set(to: due)
            await scene.channel.started(3)
            try await scene.report(.acknowledged, of: id, from: couple.ben)
            await scene.channel.started(4)
        }
        #expect(scene.channel.stages == [.handoff, .handoff, .ring, .acknowledged])
    }

    @Test("An alarm that is set while the scheduler sleeps until a later one rings first")
    func earlierArrival() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let late = try await scene.setAlarm(couple, in: .seconds(50))
        try await withServices(of: scene) { _ in
            await scene.channel.started(1)
            await scene.clock.somebodySleeps()
            let early = try await scene.setAlarm(couple, in: .seconds(10))
            await scene.channel.started(2)
            scene.clock.advance(by: .seconds(10))
            await scene.channel.started(3)
            #expect(scene.channel.alarms.last?.id == early)
            scene.clock.advance(by: .seconds(40))
            await scene.channel.started(4)
            #expect(scene.channel.alarms.last?.id == late)
        }
    }

    @Test("What was due while the relay was down is woken at the start")
    func overdue() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple)
        try await scene.catchUp()
        scene.clock.advance(by: .minutes(32))
        try await withServices(of: scene) { _ in await scene.channel.started(2) }
        #expect(scene.channel.alarms.last?.isLate == true)
    }

    @Test("A store that fails when an alarm is due delays it by a second, not by a minute")
    func storeFails() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .seconds(30))
        try await scene.catchUp()
        try await withServices([scene.scheduler]) { _ in
            await scene.clock.somebodySleeps()
            store.failNextWrites(.full)
            scene.clock.advance(by: .seconds(30))
            await scene.clock.somebodySleeps()
            #expect(try await scene.state(id) == .scheduled)
            scene.clock.advance(by: .seconds(1))
            while try await scene.state(id) != .ringing { await Task.yield() }
        }
    }

    @Test("A clock that is set back and comes forward again rings once, at its time")
    func clockSteps() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        _ = try await scene.setAlarm(couple, in: .seconds(30))
        let due = scene.now + .seconds(30)
        try await scene.catchUp()
        try await withServices(of: scene) { _ in
            await scene.clock.somebodySleeps()
            scene.clock.advance(by: .hours(-1))
            let other = try await scene.setAlarm(couple, in: .seconds(20))
            await scene.channel.started(2)
            scene.clock.advance(by: .seconds(20))
            await scene.channel.started(3)
            #expect(scene.channel.alarms.last?.id == other)
            try await scene.report(.acknowledged, of: other, from: couple.ben)
            await scene.channel.started(4)
            try await recorded(other, in: scene)
            scene.clock.set(to: due)
            await scene.channel.started(5)
        }
        #expect(scene.channel.stages == [.handoff, .handoff, .ring, .acknowledged, .ring])
    }

    @Test("A push that fails is sent again when its pause is over")
    func retries() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        scene.channel.answerNext(.retry(after: .seconds(5), reason: "503", indeterminate: false))
        try await withServices(of: scene) { _ in
            let id = try await scene.setAlarm(couple, in: .hours(5))
            await scene.channel.started(1)
            while try await scene.deliveries(id).first?.state != .pending { await Task.yield() }
            scene.clock.advance(by: .seconds(5))
            await scene.channel.started(2)
        }
        #expect(Set(scene.channel.sent.map(\.id)).count == 1)
    }

    @Test("No more pushes are under way at once than are allowed, and all are sent in the end")
    func inFlight() async throws {
        var limits = Limits()
        limits.sendsInFlight = 2
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        for _ in 0..<7 { _ = try await scene.setAlarm(couple, in: .hours(5)) }
        scene.channel.hold()
        try await withServices(of: scene) { _ in
            await scene.channel.started(2)
            scene.channel.release()
            await scene.channel.started(7)
        }
        #expect(scene.channel.peak <= 2)
        #expect(Set(scene.channel.sent.map(\.id)).count == 7)
    }

    @Test("A shutdown gives back what waits behind a push that is on its way")
    func shutdownBehind() async throws {
        var limits = Limits()
        limits.sendsInFlight = 1
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        var ids: [AlarmID] = []
        for _ in 0..<3 { ids.append(try await scene.setAlarm(couple, in: .hours(5))) }
        scene.channel.hold()
        try await withServices(of: scene) { services in
            await scene.channel.started(1)
            await services.triggerGracefulShutdown()
            scene.channel.release()
        }
        var states: [DeliveryRow.State] = []
        for id in ids { states += try await scene.deliveries(id).map(\.state) }
        #expect(states.filter { $0 == .accepted }.count == scene.channel.sent.count)
        #expect(!states.contains(.leased), "the next life need not wait for any lease")
    }

    @Test("A push whose lease ran out while it waited for its turn is given back, and sent in the end")
    func leaseEndedInLine() async throws {
        var limits = Limits()
        limits.sendsInFlight = 1
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        let first = try await scene.setAlarm(couple, in: .hours(5))
        let second = try await scene.setAlarm(couple, in: .hours(5))
        scene.channel.hold()
        try await withServices(of: scene) { _ in
            await scene.channel.started(1)
            scene.clock.advance(by: limits.lease)
            scene.channel.release()
            while try await (scene.deliveries(first) + scene.deliveries(second)).contains(where: { !$0.state.isFinal })
            {
                await Task.yield()
            }
        }
        #expect(Set(scene.channel.sent.map(\.id)).count == 2)
        #expect(try await scene.deliveries(second).map(\.state) == [.accepted])
    }

    @Test("A shutdown waits for the push that is on its way, and its result is kept")
    func shutdown() async throws {
        let scene = try EngineScene()
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(5))
        scene.channel.hold()
        try await withServices(of: scene) { services in
            await scene.channel.started(1)
            await services.triggerGracefulShutdown()
            scene.channel.release()
        }
        #expect(try await scene.deliveries(id).map(\.state) == [.accepted])
    }
}
