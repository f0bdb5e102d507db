import AlarmCore
import CurlClient
import Foundation
import GatewaySimulator
import Logging
import Sealing
import TestSupport

@testable import Delivery

/// A gateway, a channel that trusts its certificate, and their common clock.
struct APNsFixture {
    static let topic = "com.example.app"

    let gateway: GatewaySimulator
    let client: CurlClient
    let channel: APNsChannel
    /// A channel that also knows the gateway's listener for production.
    let channelToBoth: APNsChannel
    let clock: TestClock
    let log = CapturedLog()
    private let folder: TemporaryFolder

    /// Starts a gateway; a channel with another endpoint does not reach it.
    ///
    /// The default timeouts are long, because this computer may be held up.
    init(
        attemptTimeout: Span = .minutes(10),
        stallTimeout: Span = .minutes(1),
        maximumConnections: Int = 4,
        requestsPerConnection: Int? = nil,
        endpoint: String? = nil,
        trustsGateway: Bool = true,
        _ adjust: (inout GatewaySimulator.Configuration) -> Void = { _ in }
    ) async throws {
        let clock = TestClock()
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { clock.now }
        adjust(&configuration)
        gateway = try await GatewaySimulator.start(configuration)
        let key = try gateway.makeTeamKey(topics: [Self.topic])
        folder = try TemporaryFolder("apns")
        let authority = folder.path("ca.pem")
        try gateway.certificateAuthorityPEM.write(toFile: authority, atomically: true, encoding: .utf8)
        client = try CurlClient(configuration: CurlClient.Configuration(connectTimeout: .seconds(600)))
        self.clock = clock
        var channelConfiguration = APNsChannel.Configuration(
            endpoints: APNsEndpoints(single: endpoint ?? "https://localhost:\(gateway.port)"),
            certificateAuthorityFile: trustsGateway ? authority : nil,
            attemptTimeout: attemptTimeout,
            maximumConnections: maximumConnections,
            stallTimeout: stallTimeout,
            requestsPerConnection: requestsPerConnection
        )
        channel = try Self.channel(channelConfiguration, key, client, log, clock)
        channelConfiguration.endpoints = APNsEndpoints(
            production: "https://localhost:\(gateway.productionPort ?? gateway.port)",
            sandbox: "https://localhost:\(gateway.port)"
        )
        channelToBoth = try Self.channel(channelConfiguration, key, client, log, clock)
    }

    private static func channel(
        _ configuration: APNsChannel.Configuration,
        _ key: TeamKey,
        _ client: CurlClient,
        _ log: CapturedLog,
        _ clock: TestClock
    ) throws -> APNsChannel {
        APNsChannel(
            configuration: configuration,
            credentials: try APNsCredentials(key: ES256.PrivateKey(pem: key.pem), keyID: key.keyID, teamID: key.teamID),
            apps: APNsApps([topic]),
            client: client,
            logger: log.logger,
            now: { clock.now }
        )
    }

    func end() async throws {
        await client.shutdown()
        try await gateway.shutdown()
    }

    func push(id: UInt64 = 1, to token: DeviceToken? = nil) -> RenderedPush {
        let token = token ?? .hexadecimal(gateway.registerDevice(topic: Self.topic, environment: .sandbox))
        return .example(
            token: token,
            registeredAt: clock.now - .hours(1),
            id: DeliveryID(high: 0x5000, low: 0x8000_0000_0000_0000 | id),
            deadline: clock.now + .minutes(10)
        )
    }

    /// Sends `count` pushes to one device at once, each once, and counts the outcomes.
    func burst(_ count: Int) async -> [DeliveryOutcome: Int] {
        let token = push().token
        return await withTaskGroup(of: DeliveryOutcome.self) { group in
            for number in 0..<count {
                let push = push(id: UInt64(number), to: token)
                group.addTask { [channel] in await channel.send(push) }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    /// Number of requests on each connection.
    var requestsPerConnection: [Int] {
        Dictionary(grouping: gateway.log, by: \.connection).values.map(\.count)
    }
}
