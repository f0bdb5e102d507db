import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("An end that comes between the steps of a delivery")
struct RaceTests {
    /// Ways in which an alarm is ended or replaced.
    enum Ending: String, CaseIterable {
        case cancelled, declined, acknowledged, changed, revoked

        func happen(to id: AlarmID, of couple: PairedDevices, in fixture: EngineFixture) async throws {
            switch self {
            case .cancelled: try await fixture.cancel(id, by: couple.ana)
            case .declined: try await fixture.cancel(id, by: couple.ben)
            case .acknowledged: try await fixture.report(.acknowledged, of: id, from: couple.ben)
            case .changed:
                _ = try await fixture.engine.write {
                    try $0.alarms.change(id, AlarmChange(sound: "gong"), by: couple.ana)
                }
            case .revoked: _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
            }
        }
    }

    private func asking(_ fixture: EngineFixture) -> [AlarmPush] {
        fixture.channel.alarms.filter { $0.stage.stage?.asksForAction == true && $0.revision == 1 }
    }

    @Test("A delivery superseded between the lease and the final check is not sent", arguments: Ending.allCases)
    func beforeCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        store.afterNextWrite { try await ending.happen(to: id, of: couple, in: fixture) }
        #expect(try await fixture.dispatcher.sendReady() == 1)
        #expect(asking(fixture).isEmpty)
        #expect(try await fixture.deliveries(id).first?.state == .superseded)
        try await fixture.pass(.minutes(29))
        #expect(asking(fixture).isEmpty)
    }

    @Test("A delivery superseded just before the final check reads is not sent", arguments: Ending.allCases)
    func atCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        store.beforeNextRead { try await ending.happen(to: id, of: couple, in: fixture) }
        _ = try await fixture.dispatcher.sendReady()
        #expect(asking(fixture).isEmpty)
    }

    @Test("A delivery superseded between the final check and the push is not sent", arguments: Ending.allCases)
    func afterCheck(ending: Ending) async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        store.afterNextRead { try await ending.happen(to: id, of: couple, in: fixture) }
        _ = try await fixture.dispatcher.sendReady()
        #expect(asking(fixture).isEmpty)
        #expect(try await fixture.deliveries(id).first?.state == .superseded)
    }

    @Test("What another node has ended is not sent once a device was told so here")
    func endedElsewhere() async throws {
        let base = InMemoryStore()
        let store = InterruptedStore(base)
        let fixture = try EngineFixture(store: store)
        let other = try EngineFixture(store: base, seed: 2)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        store.afterNextRead {
            try await other.cancel(id, by: couple.ana)
            try await fixture.report(.ringing, of: id, from: couple.ben)
        }
        _ = try await fixture.dispatcher.sendReady()
        #expect(asking(fixture).isEmpty)
    }

    @Test("A delivery whose lease was released, and taken by another node, is left to that node")
    func leaseTaken() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        store.afterNextWrite {
            try await fixture.store.write { _ = try $0.takeOverAll() }
            _ = try await fixture.engine.write { tx in
                try tx.transaction.leaseDeliveries(
                    at: tx.now,
                    until: tx.now + .minutes(1),
                    holder: "another node",
                    limit: 10
                )
            }
        }
        #expect(try await fixture.dispatcher.sendReady() == 1)
        #expect(fixture.channel.sent.isEmpty)
        let row = try #require(try await fixture.deliveries(id).first)
        #expect(row.state == .leased)
        #expect(row.leaseHolder == "another node")
    }

    @Test("A delivery that could not be checked in time is not sent after its deadline")
    func deadlinePassed() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .seconds(30))
        store.afterNextRead { fixture.clock.advance(by: .seconds(31)) }
        _ = try await fixture.dispatcher.sendReady()
        #expect(asking(fixture).isEmpty)
        #expect(try await fixture.deliveries(id).first?.state == .expired)
    }

    @Test("A failed check is repeated, and does not wait for the lease to expire")
    func checkedAgain() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        store.beforeNextRead { throw StoreError.failed("for a moment") }
        let count = try await fixture.clock.running { try await fixture.dispatcher.sendReady() }
        #expect(count == 1)
        #expect(asking(fixture).map(\.stage) == [.handoff])
    }

    @Test("A cancellation waits for the push that had started, and none starts after it")
    func resolvesAlert() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.hold()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        try await fixture.cancel(id, by: couple.ana)
        let order = EventOrder()
        async let released: Void = {
            // Enough time for a request that does not wait to finish first.
            for _ in 0..<50 { await Task.yield() }
            order.add("released")
            fixture.channel.release()
        }()
        try await fixture.engine.awaitSends(alarm: id)
        order.add("settled")
        await released
        _ = try await sent
        #expect(order.entries == ["released", "settled"])
        // The gateway's acceptance is kept, although the delivery was superseded meanwhile.
        #expect(try await fixture.deliveries(id).first?.state == .accepted)
        fixture.channel.forget()
        try await fixture.pass(.hours(1))
        #expect(fixture.channel.stages == [.cancel])
    }

    @Test("Leaving a pair waits for pushes under way, up to a limit")
    func settlesInTime() async throws {
        var limits = Limits()
        limits.drain = .milliseconds(1)
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        fixture.channel.hold()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        try await fixture.clock.running {
            _ = try await fixture.engine.write { try $0.pairing.revoke(couple.pair, by: couple.ben) }
            try await fixture.engine.awaitSends(circle: couple.pair)
        }
        fixture.channel.release()
        _ = try await sent
    }

    @Test("A push of another pair does not hold up a cancellation")
    func otherPair() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let other = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.hold()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        _ = try await fixture.engine.write { try $0.pairing.revoke(other.pair, by: other.ben) }
        try await fixture.engine.awaitSends(circle: other.pair)
        #expect(try await fixture.deliveries(id).first?.state == .leased)
        fixture.channel.release()
        _ = try await sent
    }
}

@Suite("Leases")
struct LeaseTests {
    @Test("A leased push is sent by its holder alone; once the lease has expired, it is sent again under the same name")
    func runsOut() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(9))
        fixture.channel.hold()
        async let first = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        let other = try EngineFixture(store: fixture.store, clock: fixture.clock, channel: fixture.channel, seed: 2)
        fixture.clock.advance(by: .milliseconds(59_999))
        #expect(try await other.dispatcher.sendReady() == 0)
        fixture.clock.advance(by: .milliseconds(1))
        async let second = other.dispatcher.sendReady()
        await fixture.channel.started(2)
        fixture.channel.release()
        #expect(try await (first, second) == (1, 1))
        #expect(Set(fixture.channel.sent.map(\.id)).count == 1)
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("A result after the lease has expired is fenced: it does not undo the successor's")
    func fenced() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(9))
        let slow = RecordingChannel()
        slow.hold()
        slow.answerNext(.retry(after: nil, reason: .other("reset"), indeterminate: true))
        let first = try EngineFixture(store: fixture.store, clock: fixture.clock, channel: slow, seed: 2)
        async let sent = first.dispatcher.sendReady()
        await slow.started(1)
        fixture.clock.advance(by: .seconds(60))
        try await fixture.catchUp()
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
        slow.release()
        _ = try await sent
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted], "not pending again")
        #expect(try await fixture.dispatcher.sendReady() == 0)
    }

    @Test("After a crash the only node takes up at once what it was sending, under the same names")
    func recovers() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(9))
        let leased = try await fixture.store.write { [now = fixture.now] transaction in
            try transaction.leaseDeliveries(at: now, until: now + .minutes(1), holder: "before", limit: 10)
        }
        #expect(try await fixture.dispatcher.sendReady() == 0)
        let next = try EngineFixture(store: fixture.store, clock: fixture.clock, seed: 2)
        try await next.engine.begin()
        try await next.catchUp()
        #expect(next.channel.sent.map(\.id) == leased.map(\.order.id))
        #expect(try await next.deliveries(id).first?.attempts == 2)
    }
}
