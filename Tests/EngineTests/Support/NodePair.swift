import AlarmCore
import Engine
import RelayTesting
import Storage

/// Two nodes that live on one store and have one clock.
struct NodePair {
    let store: InMemoryStore
    let first: EngineFixture
    let second: EngineFixture

    /// Starts both; `areMuted` says whether what one tells the other is lost.
    init(areMuted: Bool = false) async throws {
        store = InMemoryStore(isShared: true)
        let reached: any Store = areMuted ? MutedStore(base: store) : store
        first = try EngineFixture(store: reached)
        second = try EngineFixture(store: reached, clock: first.clock, seed: 2)
        try await first.engine.begin()
        try await second.engine.begin()
    }

    /// Lets time pass in which both nodes give signs of life.
    func pass(seconds: Int64) async throws {
        for _ in 0..<seconds {
            first.clock.advance(by: .seconds(1))
            for node in [first, second] {
                try await node.engine.beat()
                await node.engine.tendListeners()
            }
        }
    }
}

extension EngineFixture {
    /// Lets time pass in which this node gives signs of life, and others do not.
    func live(seconds: Int64) async throws {
        for _ in 0..<seconds {
            clock.advance(by: .seconds(1))
            try await engine.beat()
        }
    }
}
