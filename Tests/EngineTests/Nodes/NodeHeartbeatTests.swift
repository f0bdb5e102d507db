import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Heartbeats of nodes")
struct NodeHeartbeatTests {
    private let store = InMemoryStore(isShared: true)

    private func nodes() async throws -> [RelayNode] { try await store.read { try $0.nodes() } }

    private func blind() async throws -> [BlindInterval] { try await store.read { try $0.blindIntervals(limit: 9) } }

    @Test("A node writes one every second, and deletes its row when it is told to stop")
    func everySecond() async throws {
        let fixture = try EngineFixture(store: store)
        try await fixture.engine.begin()
        let start = fixture.now
        try await withServices([NodeHeartbeats(engine: fixture.engine)]) { _ in
            for _ in 0..<3 {
                await fixture.clock.somebodySleeps()
                fixture.clock.advance(by: .seconds(1))
            }
            await fixture.clock.somebodySleeps()
            let id = fixture.engine.node.id
            let row = RelayNode(id: id, name: "relay", startedAt: start, heartbeatAt: start + .seconds(3))
            let stored = try await nodes()
            #expect(stored == [row])
        }
        #expect(try await nodes() == [])
    }

    @Test("Nodes that share a store look at it every 2 s, and one that is alone every minute")
    func looks() throws {
        #expect(try EngineFixture(store: store).engine.pollInterval == .seconds(2))
        #expect(try EngineFixture().engine.pollInterval == .minutes(1))
    }

    @Test("While another node lives, the relay was not away, however long ago its last sign of life was recorded")
    func notAway() async throws {
        let first = try EngineFixture(store: store)
        try await first.engine.begin()
        for _ in 0..<9 {
            first.clock.advance(by: .seconds(1))
            try await first.engine.beat()
        }
        first.clock.advance(by: .seconds(4))
        let second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        try await second.engine.begin()
        #expect(try await blind() == [])
        #expect(second.engine.health.upSince == second.now)
    }

    @Test("After the end of all nodes the relay was away since the last heartbeat of any of them")
    func away() async throws {
        let first = try EngineFixture(store: store)
        try await first.engine.begin()
        let second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        try await second.engine.begin()
        first.clock.advance(by: .seconds(8))
        try await second.engine.beat()
        let end = first.now
        first.clock.advance(by: .minutes(1))
        let third = try EngineFixture(store: store, clock: first.clock, seed: 3)
        try await third.engine.begin()
        #expect(try await blind() == [BlindInterval(from: end, until: third.now, cause: .ended)])
        #expect(try await nodes().map(\.id) == [third.engine.node.id])
    }

    @Test("That one node stops is not the relay's stop while another one lives")
    func oneStops() async throws {
        let first = try EngineFixture(store: store)
        try await first.engine.begin()
        let second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        try await second.engine.begin()
        first.clock.advance(by: .seconds(1))
        try await second.engine.beat()
        await first.engine.recordLastHeartbeat()
        await first.engine.leave()
        first.clock.advance(by: .seconds(1))
        await second.engine.recordLastHeartbeat()
        await second.engine.leave()
        let end = first.now
        first.clock.advance(by: .minutes(1))
        let third = try EngineFixture(store: store, clock: first.clock, seed: 3)
        try await third.engine.begin()
        #expect(try await blind() == [BlindInterval(from: end, until: third.now, cause: .stopped)])
    }

    @Test("Nodes that stop together have stopped on purpose")
    func stopTogether() async throws {
        let first = try EngineFixture(store: store)
        try await first.engine.begin()
        let second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        try await second.engine.begin()
        await first.engine.recordLastHeartbeat()
        await second.engine.recordLastHeartbeat()
        await first.engine.leave()
        await second.engine.leave()
        let end = first.now
        first.clock.advance(by: .minutes(1))
        let third = try EngineFixture(store: store, clock: first.clock, seed: 3)
        try await third.engine.begin()
        #expect(try await blind() == [BlindInterval(from: end, until: third.now, cause: .stopped)])
    }

    @Test("A start after a stop of one node and the end of the other is counted from that end")
    func stopThenEnd() async throws {
        let first = try EngineFixture(store: store)
        try await first.engine.begin()
        await first.engine.recordLastHeartbeat()
        let second = try EngineFixture(store: store, clock: first.clock, seed: 2)
        first.clock.advance(by: .milliseconds(500))
        try await second.engine.begin()
        first.clock.advance(by: .seconds(3))
        try await second.engine.beat()
        let end = first.now
        first.clock.advance(by: .minutes(1))
        let third = try EngineFixture(store: store, clock: first.clock, seed: 3)
        try await third.engine.begin()
        #expect(try await blind() == [BlindInterval(from: end, until: third.now, cause: .ended)])
    }

    @Test("A store that was copied to another takes no node any more, neither a new one nor one that was stopped")
    func copied() async throws {
        let fixture = try EngineFixture(store: store)
        try await fixture.engine.begin()
        let later = fixture.now + .minutes(1)
        try await store.write { transaction in
            _ = try transaction.takeOver(heartbeatBefore: later)
            try transaction.setCopyMark(CopyMark(copy: [1], target: "elsewhere"))
        }
        await #expect(throws: StoreError.self) { try await fixture.engine.beat() }
        let second = try EngineFixture(store: store, clock: fixture.clock, seed: 2)
        await #expect(throws: StoreError.self) { try await second.engine.begin() }
        #expect(try await nodes() == [])
    }
}
