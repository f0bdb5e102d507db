package import AlarmCore
package import AlarmWire
package import Engine
import Features
import Logging
package import Sealing
package import Storage
import Synchronization

/// An engine between a store in memory and a gateway that records pushes, with a clock that the test sets.
///
/// Its services do not run: ``catchUp()`` and ``pass(_:)`` take their steps one by one, so that a run is the same every
/// time.
package final class EngineFixture: Sendable {
    /// The app topic for which the scene's gateway has a key.
    package static let topic = "com.example.reveille"

    package let store: any Store
    package let clock: TestClock
    package let channel: RecordingChannel
    package let engine: Engine
    package let scheduler: Scheduler
    package let dispatcher: Dispatcher
    private let names: Mutex<SeededGenerator>

    /// Creates a scene.
    ///
    /// Unless others are given, the gateway takes everything and has a key for ``topic`` in both environments, anybody may
    /// register, and the zones are this machine's. All that scene and engine draw is named by `seed`. With `byStoreTime` the
    /// clock is the machine's alone, and the engine goes by the store's.
    package init(
        store: any Store = freshStore(),
        clock: TestClock = TestClock(),
        byStoreTime: Bool = false,
        channel: RecordingChannel = RecordingChannel(),
        gateways: Gateways? = nil,
        zones: any ZoneProvider = ZoneDirectory(),
        limits: Limits = Limits(),
        kinds: AlarmKinds = .builtIn,
        policies: [String: EscalationPolicy] = [:],
        registration: Registration = .open,
        retries: RetryPolicy = RetryPolicy(),
        metrics: EngineMetrics = EngineMetrics(),
        executor: (any TaskExecutor)? = nil,
        seed: UInt64 = 1
    ) throws {
        self.store = store
        self.clock = clock
        self.channel = channel
        engine = Engine(
            store: store,
            clock: byStoreTime ? StoreClock(on: clock) : clock,
            zones: zones,
            vault: Vault(keyring: try .sample()),
            gateways: gateways ?? Gateways(channel),
            kinds: kinds,
            policies: policies,
            limits: limits,
            registration: registration,
            retries: retries,
            // Named and not drawn, so that what the engine draws depends on the test alone.
            nodeID: NodeID(high: 0, low: seed),
            random: RandomSource(SeededGenerator(seed: seed)),
            metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            executor: executor
        )
        scheduler = Scheduler(engine: engine)
        dispatcher = Dispatcher(engine: engine)
        names = Mutex(SeededGenerator(seed: ~seed))
    }

    /// Reading of the scene's clock.
    package var now: Instant { clock.now() }

    /// Draws from the scene's own random generator.
    package func draw<Result: Sendable>(_ body: @Sendable (inout SeededGenerator) -> Result) -> Result {
        names.withLock { body(&$0) }
    }

    /// Commits what `body` does and decodes its answer.
    ///
    /// - Throws: the error of `body`, or the problem in its answer.
    package func ask<Message: WireDecodable>(
        _ body: @escaping @Sendable (RelayTransaction) throws -> EngineResponse
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

extension EngineFixture {
    private var walk: EngineDriver {
        EngineDriver(engine, scheduler: scheduler, dispatcher: dispatcher, clock: clock)
    }

    /// Does all that can be done without time passing: wakes what is due, sends what may be sent.
    package func catchUp() async throws {
        try await walk.catchUp()
    }

    /// Lets time pass, stopping at every moment at which the services would wake.
    package func pass(_ span: Span) async throws {
        try await walk.pass(span)
    }

    /// Lets time pass until `end`, stopping at every moment at which the services would wake.
    package func pass(until end: Instant) async throws {
        try await walk.pass(until: end)
    }
}
