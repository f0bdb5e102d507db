import AlarmCore
import CurlClient
import Delivery
import Engine
import Features
import Foundation
import GatewaySimulator
package import Logging
import Sealing
import Storage

/// Sends pushes through a gateway with a fault, and counts their outcomes by the gateway's own records.
///
/// Everything between outbox and gateway is the relay's own: dispatcher, retry policy, APNs channel, libcurl, HTTP/2
/// and TLS. The store is in memory, and the clock by which attempts are spaced runs faster than the computer's.
package struct FaultTrial: Sendable {
    /// Speed of the relay's clock relative to the computer's.
    private static let haste: Int64 = 20
    /// Time after which a push expires, on the relay's clock.
    private static let patience = Span.hours(2)
    private static let topic = "com.example.reveille"

    /// The fault of the gateway.
    package let fault: GatewayFault
    /// Number of pushes to send.
    package let pushes: Int
    private let logger: Logger

    /// Creates a trial; `logger` receives the relay's log, which is discarded by default.
    package init(
        _ fault: GatewayFault,
        pushes: Int,
        logger: Logger = Logger(label: "trial") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.fault = fault
        self.pushes = pushes
        self.logger = logger
    }

    /// Runs the trial.
    ///
    /// - Throws: The error that kept the gateway or the relay from starting.
    package func run() async throws -> FaultTrialResult {
        let clock = PacedClock(at: SystemClock().now(), factor: Self.haste)
        let gateway = try await startGateway(clock)
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-trial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let client = try CurlClient()
            let result = try await run(gateway, client, clock, folder)
            await client.shutdown()
            return result
        } catch {
            try? await gateway.shutdown()
            throw error
        }
    }

    private func startGateway(_ clock: PacedClock) async throws -> GatewaySimulator {
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { clock.now() }
        configuration.connectionRules = fault.rules
        configuration.logCapacity = 0
        return try await GatewaySimulator.start(configuration)
    }

    private func run(
        _ gateway: GatewaySimulator,
        _ client: CurlClient,
        _ clock: PacedClock,
        _ folder: URL
    ) async throws -> FaultTrialResult {
        let channel = OutcomeChannel(try apns(gateway, client, clock, folder))
        let engine = try engine(channel, clock)
        let outbox = FaultOutbox(engine: engine, topic: Self.topic, patience: Self.patience)
        let token = gateway.registerDevice(topic: Self.topic, environment: .sandbox)
        gateway.behavior = fault.behavior
        let ordered = try await outbox.order(pushes, to: token)

        let received = gateway.receivedPushes()
        let account = Task { [fault] in
            var account = GatewayAccount(fault)
            for await push in received { account.add(push) }
            return account
        }
        let start = ContinuousClock.now
        let dispatcher = Task { try await Dispatcher(engine: engine).run() }
        defer { dispatcher.cancel() }
        while try await engine.read({ try $0.earliestDelivery() }) != nil {
            try await Task.sleep(for: .milliseconds(10))
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        dispatcher.cancel()
        try await dispatcher.value

        let known = try await engine.read { snapshot in
            try ordered.map { row in
                (row.order.id, try snapshot.delivery(row.order.id, of: row.alarm)?.state == .accepted)
            }
        }
        // The account is complete once the gateway has ended.
        try await gateway.shutdown()
        var result = FaultTrialResult(fault, pushes: pushes)
        result.seconds = seconds
        result.settle(
            Dictionary(known) { first, _ in first },
            gateway: await account.value,
            sender: channel.account
        )
        return result
    }

    private func apns(
        _ gateway: GatewaySimulator,
        _ client: CurlClient,
        _ clock: PacedClock,
        _ folder: URL
    ) throws -> APNsChannel {
        let authority = folder.appending(path: "authority.pem").path
        try gateway.certificateAuthorityPEM.write(toFile: authority, atomically: true, encoding: .utf8)
        let key = try gateway.makeTeamKey(topics: [Self.topic])
        return APNsChannel(
            configuration: APNsChannel.Configuration(
                endpoints: APNsEndpoints(single: "https://localhost:\(gateway.port)"),
                certificateAuthorityFile: authority
            ),
            credentials: try APNsCredentials(
                key: ES256.PrivateKey(pem: key.pem),
                keyID: key.keyID,
                teamID: key.teamID
            ),
            apps: APNsApps([Self.topic]),
            client: client,
            logger: logger,
            now: { clock.now() }
        )
    }

    private func engine(_ channel: OutcomeChannel, _ clock: PacedClock) throws -> Engine {
        var limits = Limits()
        // Attempts take real time, and the lease must outlast them.
        limits.lease = .milliseconds(limits.lease.milliseconds * Self.haste)
        return Engine(
            store: InMemoryStore(),
            clock: clock,
            zones: ZoneDirectory(),
            vault: Vault(keyring: try Keyring.generate(at: clock.now())),
            gateways: Gateways(channel),
            kinds: .builtIn,
            limits: limits,
            logger: logger
        )
    }
}
