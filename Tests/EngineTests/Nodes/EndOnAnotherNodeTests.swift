import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What one node is about to send when another one ends the reason for it", .timeLimit(.minutes(10)))
struct EndOnAnotherNodeTests {
    private let store: InMemoryStore
    /// The store as the first node reaches it.
    private let interrupted: InterruptedStore
    private let first: EngineFixture
    private let second: EngineFixture

    init() throws {
        store = InMemoryStore(isShared: true)
        interrupted = InterruptedStore(store)
        first = try EngineFixture(store: interrupted)
        second = try EngineFixture(store: store, clock: first.clock, seed: 2)
    }

    private func begin() async throws -> PairedDevices {
        try await first.engine.begin()
        try await second.engine.begin()
        return try await first.couple()
    }

    @Test("A node that checked a push more than half a second ago checks it again, and does not send it")
    func late() async throws {
        let couple = try await begin()
        let id = try await first.setAlarm(couple, in: .hours(9))
        interrupted.afterNextRead { [first, second] in
            first.clock.advance(by: .milliseconds(501))
            _ = try await second.cancel(id, by: couple.ana)
        }
        _ = try await first.dispatcher.sendReady()
        #expect(first.channel.sent.isEmpty)
        #expect(try await first.deliveries(id).first?.state == .superseded)
    }

    @Test("A push that is still wanted when it is checked again is sent, once")
    func stillWanted() async throws {
        let couple = try await begin()
        let id = try await first.setAlarm(couple, in: .hours(9))
        interrupted.afterNextRead { [first] in first.clock.advance(by: .seconds(2)) }
        #expect(try await first.dispatcher.sendReady() == 1)
        #expect(first.channel.sent.count == 1)
        let row = try #require(try await first.deliveries(id).first)
        #expect(row.state == .accepted)
        #expect(row.attempts == 1)
    }

    @Test("A node that cancels what another one may be about to send answers half a second later")
    func waits() async throws {
        let couple = try await begin()
        let id = try await first.setAlarm(couple, in: .hours(9))
        let holder = first.engine.node.id.leaseHolder
        let now = first.now
        _ = try await store.write {
            try $0.leaseDeliveries(at: now, until: now + .minutes(1), holder: holder, limit: 9)
        }
        _ = try await second.cancel(id, by: couple.ana)
        try await second.clock.running { try await second.engine.awaitSends(alarm: id) }
        #expect(second.now - now >= .milliseconds(500))
    }

    @Test("A node that cancels what nobody sends answers at once")
    func atOnce() async throws {
        let couple = try await begin()
        let id = try await first.setAlarm(couple, in: .hours(9))
        let now = first.now
        _ = try await second.cancel(id, by: couple.ana)
        try await second.engine.awaitSends(alarm: id)
        #expect(second.now == now)
    }
}
