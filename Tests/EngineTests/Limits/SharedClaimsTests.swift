import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("Claims counted in a shared store", .timeLimit(.minutes(10)))
struct SharedClaimsTests {
    private static let network: [UInt8] = [203, 0, 113, 7]

    private let store = InMemoryStore(isShared: true)

    /// Two nodes with one clock that let `limit` claims through in a minute.
    private func nodes(limit: Int) throws -> [EngineFixture] {
        var limits = Limits()
        limits.claimsPerMinute = limit
        let first = try EngineFixture(store: store, limits: limits)
        return [first, try EngineFixture(store: store, clock: first.clock, limits: limits, seed: 2)]
    }

    private func take(_ network: [UInt8] = SharedClaimsTests.network, by node: EngineFixture) async throws -> QuotaState
    {
        try await node.engine.write { try $0.countClaim(from: network) }
    }

    private func values() async throws -> [SealedValue] {
        try await store.read {
            try $0.sealedValues(.value(prefix: RelayTransaction.claimsPrefix), after: nil, limit: .max)
        }
    }

    @Test("A network has its claims once, and not once on each node")
    func onceForAll() async throws {
        let nodes = try nodes(limit: 4)
        for left in [3, 2, 1, 0] {
            let state = try await take(by: nodes[left % 2])
            #expect(!state.isRefused)
            #expect(state.available == left)
        }
        for node in nodes {
            let state = try await take(by: node)
            #expect(state.isRefused)
            #expect(state.renewal == .seconds(60))
        }
        #expect(try await take([203, 0, 113, 8], by: nodes[1]).isRefused == false, "another network's")
    }

    @Test(
        "Within any minute no more claims pass than allowed, at any times and on any nodes",
        arguments: 0..<10 as Range<UInt64>
    )
    func window(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let nodes = try nodes(limit: 10)
        var passed: [Instant] = []
        for _ in 0..<300 {
            nodes[0].clock.advance(by: .milliseconds(.random(in: 0...9000, using: &generator)))
            let now = nodes[0].now
            let state = try await take(by: nodes[.random(in: 0...1, using: &generator)])
            let recent = passed.filter { now - $0 < ClaimSlot.window }
            #expect(state.isRefused == (recent.count == 10), "seed \(seed)")
            if state.isRefused {
                #expect(state.renewal == recent[0] + ClaimSlot.window - now, "seed \(seed)")
            } else {
                passed.append(now)
            }
        }
    }

    @Test("A claim on a node whose clock is a second ahead counts on the others")
    func ahead() async throws {
        var limits = Limits()
        limits.claimsPerMinute = 1
        let first = try EngineFixture(store: store, limits: limits)
        let clock = TestClock(at: first.now - .seconds(1))
        let second = try EngineFixture(store: store, clock: clock, limits: limits, seed: 2)
        #expect(try await take(by: first).isRefused == false)
        #expect(try await take(by: second).isRefused)
        clock.advance(by: .seconds(61))
        #expect(try await take(by: second).isRefused == false)
    }

    @Test("A refused claim writes nothing")
    func refused() async throws {
        let nodes = try nodes(limit: 1)
        _ = try await take(by: nodes[0])
        let before = try await values()
        nodes[0].clock.advance(by: .seconds(30))
        #expect(try await take(by: nodes[1]).isRefused)
        #expect(try await values() == before)
    }

    @Test("The store never has more than 4,096 values of them, and no address")
    func bounded() async throws {
        let nodes = try nodes(limit: 10)
        let networks = (0..<20_000).map { number -> [UInt8] in [10, 0, UInt8(number / 256), UInt8(number % 256)] }
        for start in stride(from: 0, to: networks.count, by: 1000) {
            try await nodes[0].engine.write { tx in
                for network in networks[start..<start + 1000] { _ = try tx.countClaim(from: network) }
            }
        }
        let values = try await values()
        #expect(values.count <= ClaimSlot.count)
        #expect(values.allSatisfy { $0.bytes.count <= ClaimSlot.capacity * 20 })
        let single = InMemoryStore(isShared: true)
        let node = try EngineFixture(store: single)
        _ = try await take([203, 0, 113, 7, 203, 0, 113, 7], by: node)
        let kept = try await single.read { try $0.sealedValues(.value(prefix: ""), after: nil, limit: .max) }
        #expect(kept.count == 1)
        #expect(kept.allSatisfy { value in !value.bytes.windows(of: 4).contains([203, 0, 113, 7]) })
    }

    @Test("They are deleted once they are a minute old")
    func swept() async throws {
        let nodes = try nodes(limit: 10)
        _ = try await take(by: nodes[0])
        nodes[0].clock.advance(by: .seconds(60))
        _ = try await Housekeeper(engine: nodes[1].engine).sweep()
        #expect(try await values().count == 1)
        nodes[0].clock.advance(by: .milliseconds(1))
        _ = try await Housekeeper(engine: nodes[1].engine).sweep()
        #expect(try await values() == [])
    }
}

extension Array {
    /// All runs of so many elements.
    fileprivate func windows(of length: Int) -> [[Element]] {
        indices.dropLast(length - 1).map { Array(self[$0..<$0 + length]) }
    }
}
