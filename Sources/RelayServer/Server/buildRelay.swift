import AlarmCore
import AlarmWire
import CoreMetrics
import CurlClient
package import Engine
import Exposition
import Features
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import Sealing
package import Storage
import WebApp

/// Builds a relay: opens its storage, takes over from nodes that have ended, and prepares to listen.
///
/// - Parameters:
///   - configuration: the configuration of the relay.
///   - clock: the one clock of all parts; where other relays may share the store, they go by the store's time instead.
///   - store: replaces the database.
///   - gateways: replace the push gateways of the configuration.
///   - random: the source of identifiers, locators and jitter.
///   - logger: replaces the logger of the configuration.
///   - manager: is told once the relay listens, and how it does from then on.
///   - announce: receives, once the relay listens, the lines for its operator.
/// - Returns: the relay, which holds the database open until it is closed.
/// - Throws: `RelayError`, `StoreError`, `KeyringError`, `PolicyFileError` or `APNsCredentials.Failure`; each says
///   what to do.
package func buildRelay(
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock(),
    store: (any Store)? = nil,
    gateways: Gateways? = nil,
    random: RandomSource = .system,
    logger: Logger? = nil,
    manager: ServiceManager? = nil,
    announce: @escaping @Sendable ([String]) async -> Void = { _ in }
) async throws -> Relay {
    let givenLogger = logger ?? configuration.makeLogger()
    let threshold = LogThreshold(givenLogger.logLevel)
    let logger = threshold.following(givenLogger)
    let policies = try configuration.policies()
    let certificates = try configuration.tls.map { tls throws(RelayError) in try ServerCertificates(tls, logger: logger)
    }
    let client = gateways == nil || configuration.heartbeat != nil ? try CurlClient() : nil
    let metrics = configuration.metricsListen.map { _ in MetricsEndpoint() }
    let factory: any MetricsFactory = metrics?.registry ?? MetricsSystem.factory
    let credentials = try gateways == nil ? configuration.apnsCredentials() : nil
    let storage = try await OpenedStorage.open(
        configuration,
        as: .relay,
        store: store,
        now: clock.now(),
        logger: logger
    )
    // Simulated time is nobody's but the simulation's.
    let relayClock: any RelayClock =
        storage.store.isShared && !(clock is SimulatedClock) ? StoreClock(on: clock) : clock
    let vault = Vault(keyring: storage.keyring)
    let zones = ZoneDirectory(path: configuration.zoneinfo)
    var ways = gateways
    do {
        if ways == nil {
            ways = configuration.gateways(
                credentials: credentials,
                webPushKey: storage.keyring.webPush,
                client: client,
                tokenStore: StoredProviderTokens(store: storage.store, vault: vault),
                clock: relayClock,
                logger: logger
            )
            ways?.contactChannels = try configuration.contactChannels(client: client, clock: relayClock, logger: logger)
        }
    } catch {
        await storage.store.close()
        throw error
    }
    let engine = Engine(
        store: storage.store,
        clock: relayClock,
        zones: zones,
        vault: vault,
        gateways: ways ?? Gateways(),
        kinds: .builtIn,
        policies: policies,
        limits: configuration.limits,
        registration: configuration.registration,
        nodeName: HostName.current,
        random: random,
        metrics: EngineMetrics(factory: factory),
        logger: logger,
        executor: AlarmExecutor.shared
    )
    metrics?.watch(engine)
    storage.store.observeCommits(engine.metrics.commits)
    let connectionMetrics = ConnectionMetrics(factory: factory)
    let connections = ConnectionRegistry(
        limits: configuration.serverLimits,
        capacity: OpenFiles.forConnections,
        trustedProxies: configuration.trustedProxies,
        metrics: connectionMetrics,
        logger: logger
    )
    let bounds = RequestBounds(limits: configuration.serverLimits, metrics: connectionMetrics)
    let addresses = ClientAddress(trustedProxies: configuration.trustedProxies)
    let tally = AccessTally()
    metrics?.registry.beforeExposition {
        connections.measure()
        bounds.measure()
    }
    if let certificates, let registry = metrics?.registry { certificates.expose(in: registry) }
    do {
        try await engine.begin()
        do {
            try await RecordedOrigin.record(configuration.origin, in: engine)
        } catch {
            // A full disk keeps no relay from starting.
            logger.warning("the relay's address could not be written down", metadata: ["error": "\(error)"])
        }
        let router = RelayRouter(
            engine: engine,
            gate: try EnvelopeGate(engine: engine),
            limiter: engine.store.isShared
                ? StoredClaimLimiter(engine: engine) : ClaimLimiter(limit: configuration.limits.claimsPerMinute),
            addresses: addresses,
            pages: PageRoutes(
                engine: engine,
                zones: zones,
                apps: configuration.linkedApps,
                bounds: bounds,
                addresses: addresses
            ),
            webApp: configuration.hasWebApp ? WebAppRoutes(site: try WebSite()) : nil,
            description: try DescriptionRoutes(InterfaceDescription.embedded()),
            isSecure: configuration.origin.isSecure || certificates != nil,
            problems: ProblemMetrics(factory: factory),
            connections: connectionMetrics,
            bounds: bounds,
            tally: tally
        )
        engine.health.missingWay = try await engine.missingWay()
        let banner = Banner(
            configuration: configuration,
            zones: zones.status,
            hasNewKeyring: storage.hasNewKeyring,
            webPushFault: gateways == nil ? storage.webPushFault : nil,
            missingWay: engine.health.missingWay,
            cluster: await engine.examine().cluster
        )
        let reloader = SettingsReloader(
            configuration,
            policies: policies,
            engine: engine,
            certificates: certificates,
            threshold: threshold,
            manager: manager
        )
        let application = Application(
            router: router.build(),
            server: HTTPServerBuilder { responder in
                let http = GuardedHTTPChannel(
                    http: HTTP1Channel(responder: responder, configuration: httpConfiguration),
                    connections: connections
                )
                guard let certificates else { return http }
                return SecureHTTPChannel(http: http, certificates: certificates)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.listen.host, port: configuration.listen.port),
                // The registry makes room before this holds anybody up.
                availableConnectionsDelegate: .maximum(OpenFiles.forConnections + OpenFiles.surplus, logger: logger)
            ),
            onServerRunning: { channel in
                manager?.tell(.ready, logger: logger)
                reloader.serve()
                await announce(banner.lines(port: channel.localAddress?.port))
            },
            logger: logger
        )
        return Relay(
            engine: engine,
            configuration: configuration,
            application: application,
            client: client,
            connections: connections,
            bounds: bounds,
            tally: tally,
            metrics: metrics,
            manager: manager,
            certificates: certificates,
            reloader: reloader
        )
    } catch {
        await storage.store.close()
        throw error
    }
}

/// The limits of a connection: 16 KiB of headers (an envelope takes at most half), and 75 s without an open request.
///
/// An open event stream counts as an open request.
private let httpConfiguration = HTTP1Channel.Configuration(
    idleTimeout: .seconds(75),
    httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 * 1024,
        maxHeaderListSize: 16 * 1024,
        maxHeaderFieldCount: 100
    )
)
