import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("Limiting claims on the nodes of a shared store")
struct StoredClaimLimiterTests {
    private static let network: [UInt8] = [203, 0, 113, 7]

    private let store = InMemoryStore(isShared: true)

    private func node(seed: UInt64, clock: TestClock) throws -> (fixture: EngineFixture, limiter: StoredClaimLimiter) {
        var limits = Limits()
        limits.claimsPerMinute = 2
        let fixture = try EngineFixture(store: store, clock: clock, limits: limits, seed: seed)
        return (fixture, StoredClaimLimiter(engine: fixture.engine))
    }

    @Test("A client that has used up its claims on one node is refused by the other, until it has waited as told")
    func twoNodes() async throws {
        let clock = TestClock()
        let (first, second) = (try node(seed: 1, clock: clock), try node(seed: 2, clock: clock))
        #expect(try await first.limiter.count(from: Self.network, at: clock.now()).available == 1)
        clock.advance(by: .seconds(10))
        #expect(try await first.limiter.count(from: Self.network, at: clock.now()).available == 0)
        clock.advance(by: .seconds(20))
        let refusal = try await second.limiter.count(from: Self.network, at: clock.now())
        #expect(refusal.isRefused)
        #expect(refusal.renewal == .seconds(30))
        clock.advance(by: .milliseconds(29_999))
        let last = try await second.limiter.count(from: Self.network, at: clock.now())
        #expect(last.isRefused)
        #expect(last.renewal == .milliseconds(1))
        clock.advance(by: .milliseconds(1))
        #expect(try await second.limiter.count(from: Self.network, at: clock.now()).isRefused == false)
    }

    @Test("Somebody who tries on after a refusal costs the store nothing")
    func remembered() async throws {
        let clock = TestClock()
        let node = try node(seed: 1, clock: clock)
        for _ in 0..<3 { _ = try await node.limiter.count(from: Self.network, at: clock.now()) }
        await store.close()
        #expect(try await node.limiter.count(from: Self.network, at: clock.now()).isRefused)
        await #expect(throws: StoreError.self) { try await node.limiter.count(from: [1], at: clock.now()) }
    }

    @Test("Two relays on one store let one client claim as often as one relay does")
    func relays() async throws {
        let flags = ["limit-claims-per-minute": "3"]
        let store = store
        try await TemporaryDirectory.with { directory in
            let clock = TestClock()
            try await TestRelay.with(flags, store: store, in: directory, under: clock) { first in
                try await TestRelay.with(flags, store: store, in: directory, under: clock) { second in
                    var statuses: [Int] = []
                    for relay in [first, second, first, second, first] {
                        let path = Endpoints.Devices.register.path
                        statuses.append(try await relay.client.execute(uri: path, method: .post).status.code)
                    }
                    #expect(statuses[..<3].allSatisfy { $0 != 429 }, "\(statuses)")
                    #expect(statuses[3...] == [429, 429])
                }
            }
        }
    }
}
