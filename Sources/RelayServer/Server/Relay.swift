import AlarmCore
import CurlClient
import Delivery
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
    /// Speaks to the push gateway and to whoever expects heartbeats; nil where there is neither, or a stand-in.
    let client: CurlClient?
    /// Its metrics; nil where nobody may read them.
    package let metrics: MetricsEndpoint?

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
        // So does whoever watches: in a simulation nothing of what the audit does may hold time up.
        let diskClock: any RelayClock = simulatedClock == nil ? engine.clock : SystemClock()
        let watches: [any Service] = simulatedClock.map { [KeeperWatch(clock: $0)] } ?? []
        // The computer's clocks say nothing of a time that is not the computer's.
        var readings: (@Sendable () -> ClockReading)?
        if engine.clock is SystemClock { readings = { .now() } }
        let inner: [any Service] = [
            Housekeeper(engine: engine),
            StoreWatch(store: engine.store, clock: diskClock, logger: engine.logger),
            Pulse(engine: engine, pausingBy: diskClock, readings: readings),
            Auditor(engine: engine, pausingBy: diskClock),
        ]
        let outer: [any Service] = [
            Dispatcher(engine: engine, holder: Self.holder),
            Scheduler(engine: engine),
            HTTPService(application: application, address: configuration.listen, key: .listen),
            StopSign(vitals: engine.vitals),
        ]
        return watches + inner + outwardWatches + outer
    }

    /// What tells others how the relay is.
    private var outwardWatches: [any Service] {
        var services: [any Service] = []
        if let heartbeat = configuration.heartbeat, let client {
            services.append(HeartbeatService(heartbeat, engine: engine, client: client))
        }
        if let metrics, let address = configuration.metricsListen {
            let application = metrics.application(listen: address, logger: engine.logger)
            services.append(HTTPService(application: application, address: address, key: .metricsListen))
        }
        return services
    }

    /// Ends event streams, the gateway's client and the store; for whoever runs the services by other means.
    package func close() async {
        engine.events.close()
        await engine.gateways.letters.mail?.shutdown()
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
