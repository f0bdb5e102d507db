import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Nodes whose clocks differ")
struct SharedTimeTests {
    /// Two nodes on a store that has a time of its own; the second one's machine is `ahead` of it.
    private struct Nodes {
        let time = TestClock()
        let store: InMemoryStore
        let first: EngineFixture
        let second: EngineFixture

        init(ahead span: Span) throws {
            let time = time
            store = InMemoryStore(isShared: true, ownTime: { time.now() })
            first = try EngineFixture(store: store, clock: TestClock(at: time.now()), byStoreTime: true)
            let clock = TestClock(at: time.now() + span)
            second = try EngineFixture(store: store, clock: clock, byStoreTime: true, seed: 2)
        }

        func begin() async throws {
            try await first.engine.begin()
            try await second.engine.begin()
        }

        /// Lets time pass everywhere, and has both nodes give a sign of life.
        func pass(_ span: Span) async throws {
            for clock in [time, first.clock, second.clock] { clock.advance(by: span) }
            try await first.engine.beat()
            try await second.engine.beat()
        }

        func check(_ fixture: EngineFixture) async throws -> HealthCheck {
            try #require(await fixture.engine.examine().checks.first { $0.name == .clockOffset })
        }
    }

    @Test(
        "A node wakes alarms by the store's time, however far ahead or behind its machine's is",
        arguments: [600, -600] as [Int64]
    )
    func wakes(seconds: Int64) async throws {
        let nodes = try Nodes(ahead: .seconds(seconds))
        try await nodes.begin()
        let id = try await nodes.first.setAlarm(try await nodes.first.couple(), in: .minutes(5))
        try await nodes.pass(.seconds(299))
        while try await nodes.second.scheduler.wakeDue() > 0 {}
        #expect(try await nodes.first.state(id) != .ringing)
        try await nodes.pass(.milliseconds(1001))
        while try await nodes.second.scheduler.wakeDue() > 0 {}
        #expect(try await nodes.first.state(id) == .ringing)
    }

    @Test("A node leases by the store's time, so that others see its leases end when it does")
    func leases() async throws {
        let nodes = try Nodes(ahead: .hours(-1))
        try await nodes.begin()
        let id = try await nodes.first.setAlarm(try await nodes.first.couple(), in: .hours(9))
        nodes.second.channel.hold()
        async let sent = nodes.second.dispatcher.sendReady()
        await nodes.second.channel.started(1)
        let row = try #require(try await nodes.first.deliveries(id).first)
        let lease = try #require(row.leaseEnd) - nodes.time.now()
        #expect((60_000...60_001).contains(lease.milliseconds))
        nodes.second.channel.release()
        _ = try await sent
    }

    @Test("More than 2 s between a machine's clock and the store's are reported by that node, as long as they last")
    func reported() async throws {
        let nodes = try Nodes(ahead: .seconds(10))
        try await nodes.begin()
        #expect(try await nodes.check(nodes.first).status == .ok)
        let check = try await nodes.check(nodes.second)
        #expect(check.status == .degraded)
        #expect(!check.refusesRequests)
        let consequence = "by which alarms ring: have both synchronised"
        #expect(check.reason == "this machine's clock is 10.0 s ahead of the database's, \(consequence)")
        nodes.second.clock.advance(by: -.seconds(8))
        try await nodes.pass(.seconds(1))
        #expect(try await nodes.check(nodes.second).status == .ok)
        nodes.second.clock.advance(by: -.seconds(5))
        try await nodes.pass(.seconds(1))
        #expect(try await nodes.check(nodes.second).reason?.contains("3.0 s behind the database's") == true)
    }

    @Test("A node that begins with a clock that is off takes the relay for away only as long as it was")
    func absence() async throws {
        let nodes = try Nodes(ahead: .hours(3))
        try await nodes.first.engine.begin()
        let end = nodes.time.now()
        for clock in [nodes.time, nodes.first.clock, nodes.second.clock] { clock.advance(by: .minutes(1)) }
        try await nodes.second.engine.begin()
        let blind = try await nodes.store.read { try $0.blindIntervals(limit: 9) }
        #expect(blind.map(\.cause) == [.ended])
        #expect(blind.first?.from == end)
        #expect((60_000...60_001).contains(try #require(blind.first).absence.length.milliseconds))
    }

    @Test("A store without a time of its own leaves each node to its machine's clock")
    func withoutTime() async throws {
        let fixture = try EngineFixture(store: InMemoryStore(isShared: true), byStoreTime: true)
        try await fixture.engine.begin()
        fixture.clock.advance(by: .seconds(1))
        try await fixture.engine.beat()
        #expect(fixture.engine.clock.now() == fixture.now)
        let check = await fixture.engine.examine().checks.first { $0.name == .clockOffset }
        #expect(check?.status == .ok)
    }
}
