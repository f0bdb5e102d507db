import AlarmCore
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Leases of nodes that share a store")
struct TakeOverTests {
    /// Two nodes with one clock, and a gateway for each.
    private struct Nodes {
        let store = InMemoryStore(isShared: true)
        /// The store as the first node reaches it.
        let interrupted: InterruptedStore
        let first: EngineFixture
        let second: EngineFixture

        init() throws {
            interrupted = InterruptedStore(store)
            first = try EngineFixture(store: interrupted)
            second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        }
    }

    @Test("A node that starts leaves alone what another one is sending")
    func startsBeside() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        first.channel.hold()
        async let sent = first.dispatcher.sendReady()
        await first.channel.started(1)
        first.clock.advance(by: .seconds(2))
        try await first.engine.beat()
        first.clock.advance(by: .seconds(4))
        try await second.engine.begin()
        try await second.engine.beat()
        #expect(try await second.dispatcher.sendReady() == 0)
        first.channel.release()
        #expect(try await sent == 1)
        #expect(second.channel.sent.isEmpty)
        let row = try #require(try await first.deliveries(id).first)
        #expect(row.state == .accepted)
        #expect(row.attempts == 1)
    }

    @Test("What a dead node was sending is sent by another one when it has been silent for 4 s, under the same name")
    func takesOver() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        first.channel.hold()
        async let sent = first.dispatcher.sendReady()
        await first.channel.started(1)
        try await second.live(seconds: 4)
        #expect(try await second.dispatcher.sendReady() == 0)
        first.clock.advance(by: .milliseconds(1))
        try await second.engine.beat()
        #expect(try await second.dispatcher.sendReady() == 1)
        #expect(second.channel.sent.map(\.id) == first.channel.sent.map(\.id))
        #expect(try await second.deliveries(id).map(\.attempts) == [2])
        #expect(try await nodes.store.read { try $0.nodes().map(\.id) } == [second.engine.node.id])
        first.channel.release()
        _ = try await sent
    }

    @Test("Nodes that reach the store again after it was away do not take one another for dead")
    func storeAway() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        let ids = [first.engine.node.id, second.engine.node.id].sorted()
        try await first.live(seconds: 1)
        first.clock.advance(by: .seconds(10))
        try await first.live(seconds: 3)
        try await second.engine.beat()
        #expect(try await nodes.store.read { try $0.nodes().map(\.id) } == ids)
        #expect(second.engine.node.id == ids.first { $0 != first.engine.node.id })
        // The other one dies after that.
        try await first.live(seconds: 5)
        #expect(try await nodes.store.read { try $0.nodes().map(\.id) } == [first.engine.node.id])
    }

    @Test("The result of a node that was stopped for longer is fenced off, and it goes on under another identifier")
    func fenced() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        let former = first.engine.node.id
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        first.channel.hold()
        first.channel.answerNext(.retry(after: nil, reason: .other("reset"), indeterminate: true))
        async let sent = first.dispatcher.sendReady()
        await first.channel.started(1)
        try await second.live(seconds: 5)
        #expect(try await second.dispatcher.sendReady() == 1)
        first.channel.release()
        _ = try await sent
        #expect(try await first.deliveries(id).map(\.state) == [.accepted], "not pending again")
        try await first.engine.beat()
        let ids = [first.engine.node.id, second.engine.node.id]
        #expect(first.engine.node.id != former)
        #expect(try await nodes.store.read { try $0.nodes().map(\.id) } == ids.sorted())
        let next = try await first.setAlarm(try await first.couple(), in: .hours(9))
        #expect(try await first.dispatcher.sendReady() == 1)
        #expect(try await first.deliveries(next).map(\.state) == [.accepted])
    }

    @Test("A node that was stopped between lease and sending does not send what others have taken over")
    func stoppedBeforeSending() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        nodes.interrupted.afterNextRead {
            try await second.live(seconds: 5)
            #expect(try await second.dispatcher.sendReady() == 1)
            // It lives again before it comes to send.
            try await first.engine.beat()
        }
        _ = try await first.dispatcher.sendReady()
        #expect(first.channel.sent.isEmpty)
        #expect(second.channel.sent.count == 1)
        #expect(try await first.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("A node that has given no sign of life for almost as long sends only what it leases anew")
    func silent() async throws {
        let nodes = try Nodes()
        let first = nodes.first
        try await first.engine.begin()
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        nodes.interrupted.afterNextRead { first.clock.advance(by: .milliseconds(3501)) }
        _ = try await first.dispatcher.sendReady()
        #expect(first.channel.sent.isEmpty)
        nodes.interrupted.afterNextRead { first.clock.advance(by: .milliseconds(3500)) }
        _ = try await first.dispatcher.sendReady()
        #expect(first.channel.sent.count == 1)
        let row = try #require(try await first.deliveries(id).first)
        #expect(row.state == .accepted)
        #expect(row.attempts == 2)
        #expect(row.failedAttempts == 1)
    }

    @Test("A node whose row is gone leases under a new one, so that nobody takes its leases for a dead node's")
    func leasesUnderRow() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        try await second.live(seconds: 5)
        let id = try await first.setAlarm(try await first.couple(), in: .hours(9))
        first.channel.hold()
        async let sent = first.dispatcher.sendReady()
        await first.channel.started(1)
        let holder = try await first.deliveries(id).first?.leaseHolder
        #expect(holder == first.engine.node.id.leaseHolder)
        let known = try await nodes.store.read { try $0.nodes().map(\.id.leaseHolder) }
        #expect(known.contains { $0 == holder })
        first.channel.release()
        #expect(try await sent == 1)
    }

    @Test("A node that leaves gives back what it has leased, and its row")
    func leaves() async throws {
        let nodes = try Nodes()
        let (first, second) = (nodes.first, nodes.second)
        try await first.engine.begin()
        try await second.engine.begin()
        _ = try await first.setAlarm(try await first.couple(), in: .hours(9))
        let (now, holder) = (first.now, first.engine.node.id.leaseHolder)
        _ = try await nodes.store.write {
            try $0.leaseDeliveries(at: now, until: now + .minutes(1), holder: holder, limit: 9)
        }
        await first.engine.leave()
        #expect(try await nodes.store.read { try $0.nodes().map(\.id) } == [second.engine.node.id])
        #expect(try await second.dispatcher.sendReady() == 1)
    }

    @Test("Alone on its store, a node that starts takes over at once from all that were there before")
    func alone() async throws {
        let before = try EngineFixture()
        try await before.engine.begin()
        let couple = try await before.couple()
        _ = try await before.setAlarm(couple, in: .hours(9))
        _ = try await before.setAlarm(couple, in: .hours(10))
        // Version 0.1.0 leased under this name.
        for holder in [before.engine.node.id.leaseHolder, "relay"] {
            let leased = try await before.store.write { [now = before.now] transaction in
                try transaction.leaseDeliveries(at: now, until: now + .minutes(1), holder: holder, limit: 1)
            }
            #expect(leased.count == 1)
        }
        let next = try EngineFixture(store: before.store, clock: before.clock, seed: 2)
        #expect(try await next.dispatcher.sendReady() == 0)
        try await next.engine.begin()
        #expect(try await next.dispatcher.sendReady() == 2)
        #expect(try await next.store.read { try $0.nodes().map(\.id) } == [next.engine.node.id])
    }
}
