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
    /// The engine, which is the relay without its network.
    package let engine: Engine
    package let configuration: RelayConfiguration
    /// The HTTP application.
    package let application: Application<RouterResponder<RelayContext>>
    /// The client for the push gateway, contact channels and heartbeats; nil where none is needed or a stand-in serves.
    let client: CurlClient?
    /// The open connections.
    package let connections: ConnectionRegistry
    /// The requests that are worked on.
    package let bounds: RequestBounds
    /// The requests of strangers since they were logged last.
    package let tally: AccessTally
    /// The metrics; nil where they are not served.
    package let metrics: MetricsEndpoint?
    /// The service manager that is told how the relay does; nil where there is none.
    let manager: ServiceManager?
    /// The relay's own certificate; nil where it speaks plain HTTP.
    let certificates: ServerCertificates?
    /// Reads again what may change while the relay runs.
    package let reloader: SettingsReloader

    /// Serves until the process receives SIGTERM or SIGINT, or until a part fails; SIGHUP has it read settings again.
    ///
    /// Shuts down in order of dependency: no new request, open requests are answered, no new push, sends under way are
    /// recorded, and at last the store closes.
    ///
    /// - Parameter read: reads the configuration anew; nil where it stays, and only the files that it names can change.
    /// - Throws: `RelayError` when the relay cannot listen, or the error of the part that failed.
    package func run(rereading read: (@Sendable () throws -> RelayConfiguration)? = nil) async throws {
        let hangups = await HangupService { [reloader, configuration] in
            reloader.reload { try read?() ?? configuration }
        }
        let group = serviceGroup(with: [hangups], endingAt: [.sigterm, .sigint])
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await group.run())
        } catch {
            outcome = .failure(error)
        }
        await close()
        try outcome.get()
    }

    /// The services, from the innermost to the outermost, which ends first.
    package var services: [any Service] { services(with: []) }

    private func services(with hangups: [any Service]) -> [any Service] {
        let simulatedClock = engine.clock as? SimulatedClock
        // A disk fails in real time, also in a simulation. Monitors run in real time too: no audit may hold up
        // simulated time.
        let diskClock: any RelayClock = simulatedClock == nil ? engine.clock : SystemClock()
        let watches: [any Service] = simulatedClock.map { [TimeKeeperMonitor(clock: $0)] } ?? []
        // The machine's clocks say nothing about simulated time.
        var readings: (@Sendable () -> ClockReading)?
        if engine.machineClock is SystemClock { readings = { [clock = engine.clock] in .now(by: clock) } }
        // It leaves when nothing is sent any more.
        let membership: [any Service] = engine.node.isShared ? [NodeHeartbeats(engine: engine)] : []
        let inner: [any Service] = [
            Housekeeper(engine: engine),
            StoreMonitor(store: engine.store, clock: diskClock, logger: engine.logger),
            HeartbeatRecorder(engine: engine, pausingBy: diskClock, readings: readings),
            Auditor(engine: engine, pausingBy: diskClock),
        ]
        let outer: [any Service] = [
            Dispatcher(engine: engine),
            Scheduler(engine: engine),
            AccessReporter(tally: tally, connections: connections, clock: diskClock, logger: engine.logger),
            HTTPService(application: application, address: configuration.listen, key: .listen),
        ]
        // No settings are read any more once the notice is given.
        let last: [any Service] = hangups + [ShutdownNotice(engine: engine, manager: manager)]
        let watchdog = manager.flatMap { WatchdogService($0, engine: engine, pausingBy: diskClock) }
        let certificateWatch: [any Service] =
            certificates.map { [CertificateWatch(certificates: $0, clock: diskClock)] } ?? []
        return watches + certificateWatch + membership + inner + (watchdog.map { [$0] } ?? []) + monitoringServices
            + outer + last
    }

    /// Takes the certificate's files anew if they have changed; a pair that cannot be used is told of in the log.
    package func reloadCertificates() {
        certificates?.reload()
    }

    /// The services that report the relay's health to others.
    private var monitoringServices: [any Service] {
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

    /// Ends event streams, the gateway's client and the store; for callers that run the services by other means.
    package func close() async {
        engine.events.close()
        await engine.gateways.contactChannels.mail?.shutdown()
        await client?.shutdown()
        await engine.store.close()
    }

    /// How long what is under way may take to end when the relay is told to stop.
    ///
    /// 20 s: a request that has arrived takes less, and service managers give more.
    static let defaultGrace = Duration.seconds(20)

    /// All services as one, and what reads settings again, which end in their order at one of the `signals`.
    ///
    /// What is under way may take the time of `grace` to end; the rest is cut.
    func serviceGroup(
        with hangups: [any Service] = [],
        endingAt signals: [UnixSignal] = [],
        grace: Duration = defaultGrace
    ) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: services(with: hangups),
            gracefulShutdownSignals: signals,
            logger: engine.logger
        )
        // Connections that still hang then, such as a proxy's idle one, are cut.
        configuration.maximumGracefulShutdownDuration = grace
        configuration.maximumCancellationDuration = .seconds(10)
        return ServiceGroup(configuration: configuration)
    }
}

/// Marks the relay as shutting down; the first of all services to be told to end.
struct ShutdownNotice: Service {
    let engine: Engine
    let manager: ServiceManager?

    func run() async throws {
        try? await gracefulShutdown()
        engine.health.stop()
        manager?.tell(.stopping, logger: engine.logger)
    }
}
