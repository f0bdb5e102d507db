import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import ServiceLifecycle
import Storage
import TestSupport
import Testing

@Suite("The services at work", .timeLimit(.minutes(10)))
struct ServiceTests {
    /// Waits until the results of an alarm's pushes are stored; a lease that expired before would send them again.
    private func recorded(_ id: AlarmID, in fixture: EngineFixture) async throws {
        while try await fixture.deliveries(id).contains(where: { $0.state == .leased }) {
            try await Task.yieldUnlessCancelled()
        }
    }

    @Test("An alarm beyond the horizon is handed off at once, again before due, and rings at due")
    func wholeLife() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let due = fixture.now + .minutes(30)
        try await withServices(of: fixture) { _ in
            let id = try await fixture.setAlarm(couple)
            await fixture.channel.started(1)
            try await recorded(id, in: fixture)
            fixture.clock.set(to: due - .minutes(10))
            await fixture.channel.started(2)
            try await recorded(id, in: fixture)
            fixture.clock.set(to: due)
            await fixture.channel.started(3)
            try await fixture.report(.acknowledged, of: id, from: couple.ben)
            await fixture.channel.started(4)
        }
        #expect(fixture.channel.stages == [.handoff, .handoff, .ring, .acknowledged])
    }

    @Test("An alarm that is set while the scheduler sleeps until a later one rings first")
    func earlierArrival() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let late = try await fixture.setAlarm(couple, in: .seconds(50))
        try await withServices(of: fixture) { _ in
            await fixture.channel.started(1)
            await fixture.clock.somebodySleeps()
            let early = try await fixture.setAlarm(couple, in: .seconds(10))
            await fixture.channel.started(2)
            fixture.clock.advance(by: .seconds(10))
            await fixture.channel.started(3)
            #expect(fixture.channel.alarms.last?.id == early)
            fixture.clock.advance(by: .seconds(40))
            await fixture.channel.started(4)
            #expect(fixture.channel.alarms.last?.id == late)
        }
    }

    @Test("An alarm that was due while the relay was down is woken at the start")
    func overdue() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        fixture.clock.advance(by: .minutes(32))
        try await withServices(of: fixture) { _ in await fixture.channel.started(2) }
        #expect(fixture.channel.alarms.last?.isLate == true)
    }

    @Test("A store that fails when an alarm is due delays it by a second, not by a minute")
    func storeFails() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .seconds(30))
        try await fixture.catchUp()
        try await withServices([fixture.scheduler]) { _ in
            await fixture.clock.somebodySleeps()
            store.failNextWrites(.full)
            fixture.clock.advance(by: .seconds(30))
            await fixture.clock.somebodySleeps()
            #expect(try await fixture.state(id) == .scheduled)
            fixture.clock.advance(by: .seconds(1))
            while try await fixture.state(id) != .ringing { try await Task.yieldUnlessCancelled() }
        }
    }

    @Test("A clock that is set back and comes forward again rings once, at its time")
    func clockSteps() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .seconds(30))
        let due = fixture.now + .seconds(30)
        try await fixture.catchUp()
        try await withServices(of: fixture) { _ in
            await fixture.clock.somebodySleeps()
            fixture.clock.advance(by: .hours(-1))
            let other = try await fixture.setAlarm(couple, in: .seconds(20))
            await fixture.channel.started(2)
            fixture.clock.advance(by: .seconds(20))
            await fixture.channel.started(3)
            #expect(fixture.channel.alarms.last?.id == other)
            try await fixture.report(.acknowledged, of: other, from: couple.ben)
            await fixture.channel.started(4)
            try await recorded(other, in: fixture)
            fixture.clock.set(to: due)
            await fixture.channel.started(5)
        }
        #expect(fixture.channel.stages == [.handoff, .handoff, .ring, .acknowledged, .ring])
    }

    @Test("A push that fails is sent again when its pause is over")
    func retries() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.channel.answerNext(.retry(after: .seconds(5), reason: .http(503), indeterminate: false))
        try await withServices(of: fixture) { _ in
            let id = try await fixture.setAlarm(couple, in: .hours(5))
            await fixture.channel.started(1)
            while try await fixture.deliveries(id).first?.state != .pending { try await Task.yieldUnlessCancelled() }
            fixture.clock.advance(by: .seconds(5))
            await fixture.channel.started(2)
        }
        #expect(Set(fixture.channel.sent.map(\.id)).count == 1)
    }

    @Test("No more pushes are under way at once than are allowed, and all are sent in the end")
    func inFlight() async throws {
        var limits = Limits()
        limits.sendsInFlight = 2
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        for _ in 0..<7 { _ = try await fixture.setAlarm(couple, in: .hours(5)) }
        fixture.channel.hold()
        try await withServices(of: fixture) { _ in
            await fixture.channel.started(2)
            fixture.channel.release()
            await fixture.channel.started(7)
        }
        #expect(fixture.channel.peak <= 2)
        #expect(Set(fixture.channel.sent.map(\.id)).count == 7)
    }

    @Test("A shutdown gives back what waits behind a push that is on its way")
    func shutdownBehind() async throws {
        var limits = Limits()
        limits.sendsInFlight = 1
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        var ids: [AlarmID] = []
        for _ in 0..<3 { ids.append(try await fixture.setAlarm(couple, in: .hours(5))) }
        fixture.channel.hold()
        try await withServices(of: fixture) { services in
            await fixture.channel.started(1)
            await services.triggerGracefulShutdown()
            fixture.channel.release()
        }
        var states: [DeliveryRow.State] = []
        for id in ids { states += try await fixture.deliveries(id).map(\.state) }
        #expect(states.filter { $0 == .accepted }.count == fixture.channel.sent.count)
        #expect(!states.contains(.leased), "the next life need not wait for any lease")
    }

    @Test("A push whose lease ran out while it waited for its turn is given back, and sent in the end")
    func leaseEndedInLine() async throws {
        var limits = Limits()
        limits.sendsInFlight = 1
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let first = try await fixture.setAlarm(couple, in: .hours(5))
        let second = try await fixture.setAlarm(couple, in: .hours(5))
        fixture.channel.hold()
        try await withServices(of: fixture) { _ in
            await fixture.channel.started(1)
            fixture.clock.advance(by: limits.lease)
            fixture.channel.release()
            while try await (fixture.deliveries(first) + fixture.deliveries(second)).contains(where: {
                !$0.state.isFinal
            }) {
                await Task.yield()
            }
        }
        #expect(Set(fixture.channel.sent.map(\.id)).count == 2)
        #expect(try await fixture.deliveries(second).map(\.state) == [.accepted])
    }

    @Test("A shutdown waits for the push that is on its way, and its result is kept")
    func shutdown() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(5))
        fixture.channel.hold()
        try await withServices(of: fixture) { services in
            await fixture.channel.started(1)
            await services.triggerGracefulShutdown()
            fixture.channel.release()
        }
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
    }
}
