import AlarmCore
import Delivery
import Engine
import Hummingbird
import HummingbirdTesting
import Logging
import RelayServer
import RelayTesting
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
            let clock = TestClock()
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
}
