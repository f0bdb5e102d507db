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

/// A relay in memory, with requests made through its router.
struct TestRelay {
    let relay: Relay
    let clock: TestClock
    let log: LogRecord
    let client: any TestClientProtocol

    /// Environment variables of a relay whose keyring is in `directory`.
    static func environment(_ directory: TemporaryDirectory) -> [String: String] {
        ["REVEILLE_DATA": directory.path + "/data", "REVEILLE_ORIGIN": "https://relay.example.org"]
    }

    /// Runs `body` with a relay; without a `store` it opens a database in a temporary directory.
    static func with(
        _ flags: [String: String] = [:],
        gateways: Gateways = Gateways(),
        store: (any Store)? = InMemoryStore(),
        through setup: TestingSetup = .router,
        loggingFrom level: Logger.Level = .trace,
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
                loggingFrom: level,
                body
            )
        }
    }

    /// Runs a relay with the clock `clock` and the given `store`, or a database in `directory`.
    ///
    /// A second relay in the same directory is the first one, restarted.
    static func with(
        _ flags: [String: String] = [:],
        gateways: Gateways = Gateways(),
        store: (any Store)? = nil,
        in directory: TemporaryDirectory,
        under clock: TestClock,
        through setup: TestingSetup = .router,
        loggingFrom level: Logger.Level = .trace,
        _ body: @escaping @Sendable (TestRelay) async throws -> Void
    ) async throws {
        let log = LogRecord()
        var logger = log.logger
        logger.logLevel = level
        let relay = try await buildRelay(
            configuration: RelayConfiguration(flags: flags, environment: environment(directory)),
            clock: clock,
            store: store,
            gateways: gateways,
            logger: logger
        )
        try await relay.application.test(setup) { client in
            try await body(TestRelay(relay: relay, clock: clock, log: log, client: client))
        }
        await relay.close()
    }
}

extension TestRelay {
    /// Records a graceful end, as a relay does when its operator stops it.
    func leave() async throws {
        let heartbeatRecorder = HeartbeatRecorder(engine: relay.engine, pausingBy: clock, readings: nil)
        let group = ServiceGroup(services: [heartbeatRecorder], logger: log.logger)
        let running = Task { try await group.run() }
        await group.triggerGracefulShutdown()
        try await running.value
    }
}
