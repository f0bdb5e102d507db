import AlarmCore
import AlarmWire
import CoreMetrics
import CurlClient
package import Engine
import Exposition
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import Sealing
package import Storage
import StorageSQLite

/// Puts a relay together: opens what is on the disk, takes up what the last run left, and prepares to listen.
///
/// - Parameters:
///   - configuration: what the operator said.
///   - clock: the one clock of all parts.
///   - store: takes the database's place.
///   - gateways: take the place of the push gateways that the configuration names.
///   - random: where names, locators and jitter come from.
///   - logger: takes the place of one made after the configuration.
///   - announce: is told, once the relay listens, what its operator should know; one line each.
/// - Returns: the relay, which holds the database until it is closed.
/// - Throws: `RelayError`, `StoreError`, `KeyringError`, `PolicyFileError` or `APNsCredentials.Failure`; all of them say
///   what to do.
package func buildRelay(
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock(),
    store: (any Store)? = nil,
    gateways: Gateways? = nil,
    random: Chance = .system,
    logger: Logger? = nil,
    announce: @escaping @Sendable ([String]) async -> Void = { _ in }
) async throws -> Relay {
    let logger = logger ?? configuration.makeLogger()
    let policies = try configuration.policies()
    let client = gateways == nil || configuration.heartbeat != nil ? try CurlClient() : nil
    let metrics = configuration.metricsListen.map { _ in MetricsEndpoint() }
    let factory: any MetricsFactory = metrics?.registry ?? MetricsSystem.factory
    let credentials = try gateways == nil ? configuration.apnsCredentials() : nil
    let house = try await House.open(configuration, as: .relay, store: store, now: clock.now())
    let vault = Vault(keyring: house.keyring)
    let zones = ZoneDirectory(path: configuration.zoneinfo)
    var ways = gateways
    do {
        if ways == nil {
            ways = configuration.gateways(
                credentials: credentials,
                client: client,
                tokenStore: StoredProviderTokens(store: house.store, vault: vault),
                clock: clock,
                logger: logger
            )
            ways?.letters = try configuration.letters(client: client, clock: clock, logger: logger)
        }
    } catch {
        await house.store.close()
        throw error
    }
    let engine = Engine(
        store: house.store,
        clock: clock,
        zones: zones,
        vault: vault,
        gateways: ways ?? Gateways(),
        policies: policies,
        limits: configuration.limits,
        registration: configuration.registration,
        random: random,
        metrics: EngineMetrics(factory: factory),
        logger: logger
    )
    metrics?.watch(engine)
    house.store.tellOfCommits(engine.metrics.commits)
    do {
        try await engine.recover()
        try await engine.begin()
        let router = RelayRouter(
            engine: engine,
            gate: try EnvelopeGate(engine: engine),
            limiter: ClaimLimiter(limit: configuration.limits.claimsPerMinute),
            addresses: ClientAddress(trustedProxies: configuration.trustedProxies),
            pages: PageRoutes(engine: engine, zones: zones, apps: configuration.linkedApps),
            isSecure: configuration.origin.isSecure,
            problems: ProblemMetrics(factory: factory)
        )
        let banner = Banner(configuration: configuration, zones: zones.status, hasNewKeyring: house.hasNewKeyring)
        let application = Application(
            router: router.build(),
            server: .http1(configuration: connections),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.listen.host, port: configuration.listen.port),
                availableConnectionsDelegate: .maximum(OpenFiles.forConnections, logger: logger)
            ),
            onServerRunning: { channel in
                await announce(banner.lines(port: channel.localAddress?.port))
            },
            logger: logger
        )
        return Relay(
            engine: engine,
            configuration: configuration,
            application: application,
            client: client,
            metrics: metrics
        )
    } catch {
        await house.store.close()
        throw error
    }
}

/// What a connection may cost: 16 KiB of headers, where an envelope takes at most half, and 75 s without a request under way.
///
/// An open event stream is a request under way.
private let connections = HTTP1Channel.Configuration(
    idleTimeout: .seconds(75),
    httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 * 1024,
        maxHeaderListSize: 16 * 1024,
        maxHeaderFieldCount: 100
    )
)
