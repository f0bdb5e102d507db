package import AlarmCore
package import AlarmWire
package import Engine
import Logging
package import Sealing
package import Storage
import Synchronization
package import TestSupport

/// An engine between a store in memory and a gateway that records, under a clock that a test turns by hand.
///
/// Its services do not run: ``catchUp()`` and ``pass(_:)`` take their steps one by one, so that a run is the same every
/// time.
package final class EngineScene: Sendable {
    /// The app topic for which the scene's gateway has a key.
    package static let topic = "com.example.reveille"

    package let store: any Store
    package let clock: TestClock
    package let channel: RecordingChannel
    package let engine: Engine
    package let scheduler: Scheduler
    package let dispatcher: Dispatcher
    private let names: Mutex<SeededGenerator>

    /// Puts a scene together.
    ///
    /// Unless others are given, the gateway takes everything and has keys for topic ``topic`` in both worlds, anybody may
    /// register, and the zones are this machine's. All that scene and engine draw is named by `seed`.
    package init(
        store: any Store = InMemoryStore(),
        clock: TestClock = TestClock(),
        channel: RecordingChannel = RecordingChannel(),
        gateways: Gateways? = nil,
        zones: any ZoneProvider = ZoneDirectory(),
        limits: Limits = Limits(),
        policies: [String: EscalationPolicy] = [:],
        registration: Registration = .open,
        retries: RetryPolicy = RetryPolicy(),
        metrics: EngineMetrics = EngineMetrics(),
        seed: UInt64 = 1
    ) throws {
        self.store = store
        self.clock = clock
        self.channel = channel
        engine = Engine(
            store: store,
            clock: clock,
            zones: zones,
            vault: Vault(keyring: try .sample()),
            gateways: gateways ?? Gateways(apns: channel, topics: [Self.topic]),
            policies: policies,
            limits: limits,
            registration: registration,
            retries: retries,
            random: Chance(SeededGenerator(seed: seed)),
            metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        scheduler = Scheduler(engine: engine)
        dispatcher = Dispatcher(engine: engine, holder: "node \(seed)")
        names = Mutex(SeededGenerator(seed: ~seed))
    }

    /// The time on the scene's clock.
    package var now: Instant { clock.now() }

    /// Draws from the scene's own generator.
    package func draw<Result: Sendable>(_ body: @Sendable (inout SeededGenerator) -> Result) -> Result {
        names.withLock { body(&$0) }
    }

    /// Commits what `body` does and reads its answer.
    ///
    /// - Throws: what `body` throws, or the problem that it answers.
    package func ask<Message: WireDecodable>(
        _ body: @escaping @Sendable (Work) throws -> Answer
    ) async throws -> Message {
        let answer = try await engine.write(body)
        guard answer.status < 400 else { throw try Problem(wire: answer.body) }
        return try Message(wire: answer.body)
    }
}

extension Keyring {
    /// A keyring that is the same in every run, so that a store outlives the engine that filled it.
    package static func sample() throws -> Keyring {
        func key(_ byte: UInt8) -> String { Base64URL.encode([UInt8](repeating: byte, count: 32)) }
        return try Keyring(
            parsing: """
                reveille-keyring 1
                lookup \(key(1))
                key 00000001 2026-01-01T00:00:00Z \(key(2)) active
                """
        )
    }
}
