import AlarmCore
import Delivery
import Engine
import Hummingbird
import HummingbirdTesting
import Logging
import RelayServer
import RelayTesting
import ServiceLifecycle
import Storage

/// A relay in memory, asked through its router.
struct TestRelay {
    let relay: Relay
    let clock: TestClock
    let log: LogRecord
    let client: any TestClientProtocol

    /// The variables of a relay that keeps its keyring in `directory`.
    static func environment(_ directory: TemporaryDirectory) -> [String: String] {
        ["REVEILLE_DATA": directory.path + "/data", "REVEILLE_ORIGIN": "https://relay.example.org"]
    }

    /// Lends a relay to `body`; without a `store` it opens a database in a directory of its own.
    static func with(
        _ flags: [String: String] = [:],
        gateways: Gateways = Gateways(),
        store: (any Store)? = InMemoryStore(),
        through setup: TestingSetup = .router,
        _ body: @escaping @Sendable (TestRelay) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            try await with(
                flags,
                gateways: gateways,
                store: store,
                in: directory,
                under: TestClock(),
                through: setup,
                body
            )
        }
    }

    /// Lends a relay that keeps its database in `directory`, unless given a `store`, and goes by `clock`.
    ///
    /// A second one in the same directory is the first one, restarted.
    static func with(
        _ flags: [String: String] = [:],
        gateways: Gateways = Gateways(),
        store: (any Store)? = nil,
        in directory: TemporaryDirectory,
        under clock: TestClock,
        through setup: TestingSetup = .router,
        _ body: @escaping @Sendable (TestRelay) async throws -> Void
    ) async throws {
        let log = LogRecord()
        let relay = try await buildRelay(
            configuration: RelayConfiguration(flags: flags, environment: environment(directory)),
            clock: clock,
            store: store,
            gateways: gateways,
            logger: log.logger
        )
        try await relay.application.test(setup) { client in
            try await body(TestRelay(relay: relay, clock: clock, log: log, client: client))
        }
        await relay.close()
    }
}

extension TestRelay {
    /// Leaves the sign of an end on purpose, as a relay does that its operator stops.
    func leave() async throws {
        let pulse = Pulse(engine: relay.engine, pausingBy: clock, readings: nil)
        let group = ServiceGroup(services: [pulse], logger: log.logger)
        let running = Task { try await group.run() }
        await group.triggerGracefulShutdown()
        try await running.value
    }
}
