import AlarmCore
import CurlClient
package import Engine
package import Hummingbird
import Sealing
package import ServiceLifecycle
import Storage
import UnixSignals

/// A relay, ready to run.
package struct Relay: Sendable {
    /// The relay without its network.
    package let engine: Engine
    /// What it was told.
    package let configuration: RelayConfiguration
    /// Its HTTP side.
    package let application: Application<RouterResponder<RelayContext>>
    /// Speaks to the push gateway; nil where there is none, or a stand-in.
    let client: CurlClient?

    /// Serves until the process is told to stop (SIGTERM, SIGINT), or until something fails.
    ///
    /// Ends in the order in which parts need each other: no new request, what is under way is answered, no new push, what
    /// was handed to a gateway is recorded, and at last the store closes.
    ///
    /// - Throws: `RelayError` when it cannot listen, or what made a part fail.
    package func run() async throws {
        let group = ServiceGroup(configuration: serviceGroupConfiguration)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await group.run())
        } catch {
            outcome = .failure(error)
        }
        await close()
        try outcome.get()
    }

    /// The services, from the innermost to the outermost, which is the first to end.
    package var services: [any Service] {
        let simulatedClock = engine.clock as? SimulatedClock
        // A disk fails in real time, also in a simulation.
        let diskClock: any RelayClock = simulatedClock == nil ? engine.clock : SystemClock()
        let watches = simulatedClock.map { [KeeperWatch(clock: $0)] } ?? []
        return watches + [
            Housekeeper(engine: engine),
            StoreWatch(store: engine.store, clock: diskClock),
            Dispatcher(engine: engine, holder: Self.holder),
            Scheduler(engine: engine),
            HTTPService(application: application, address: configuration.listen),
        ]
    }

    /// Ends event streams, the gateway's client and the store; for whoever runs the services by other means.
    package func close() async {
        engine.events.close()
        await client?.shutdown()
        await engine.store.close()
    }

    private var serviceGroupConfiguration: ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: engine.logger
        )
        // What still hangs then, a proxy's idle connection for example, is cut.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        configuration.maximumCancellationDuration = .seconds(10)
        return configuration
    }

    /// Under which name deliveries are leased; there is one relay on a database.
    private static let holder = "relay"
}
