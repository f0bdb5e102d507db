import AlarmWire
import CurlClient
import DeviceSimulator
import Foundation
import GatewaySimulator
import TestSupport

/// Several relays on one database, between phones and a gateway that outlive them.
struct ClusterTrial: Sendable {
    /// What a trial consists of.
    struct Configuration: Sendable {
        /// Number of relays.
        var nodes = 3
        /// Whether each reaches the database by a link that can be cut.
        var hasDatabaseLinks = false
        /// The relay's program at the beginning.
        var program: URL
    }

    /// The longest time that a phone waits for an answer before it asks another relay.
    private static let timeout = Duration.seconds(3)

    let ledger: SharedLedger
    let clock = PhoneClock.system
    let gateway: GatewaySimulator
    let owners: ConnectionOwners
    let database: ClusterDatabase
    let nodes: [ClusterNode]
    /// Whether it is judged how soon others take over; a check of every change runs on machines that are slow.
    let judgesTime: Bool
    /// The relay's program for every later start.
    let program: URL
    /// Folder of all files.
    let folder: URL
    /// Address of all relays together, as phones know it.
    let origin: String
    /// The way of the phones' requests.
    let transport: SpreadingTransport
    private let client: CurlClient

    /// Starts gateway and relays; the first alone, since it makes the schema and the keyring.
    static func start(
        _ setting: FaultContext,
        on database: ClusterDatabase,
        _ configuration: Configuration
    ) async throws -> ClusterTrial {
        let gateway = try await GatewaySimulator.start()
        let client = try CurlClient()
        let trial: ClusterTrial
        do {
            trial = try ClusterTrial(setting, database, configuration, gateway, client)
        } catch {
            await client.shutdown()
            try? await gateway.shutdown()
            throw error
        }
        do {
            for node in trial.nodes { try await node.start(configuration.program) }
        } catch {
            await trial.stop()
            throw error
        }
        return trial
    }

    private init(
        _ setting: FaultContext,
        _ database: ClusterDatabase,
        _ configuration: Configuration,
        _ gateway: GatewaySimulator,
        _ client: CurlClient
    ) throws {
        judgesTime = !setting.isShort
        let ledger = SharedLedger()
        let owners = ConnectionOwners(gateway: gateway)
        let origin = "http://127.0.0.1:\(FreePort.find())"
        var environment = try DemoEnvironment.configuration(for: gateway, policy: Trial.policy, in: setting.folder)
        environment.merge(Trial.environment) { _, given in given }
        environment["REVEILLE_ORIGIN"] = origin
        environment["REVEILLE_KEYRING"] = setting.folder.appending(path: "keyring").path
        let surroundings = ClusterNode.Surroundings(gateway: gateway, client: client, ledger: ledger, clock: clock)
        nodes = try (1...max(configuration.nodes, 1)).map { number in
            let folder = try setting.inside("n\(number)").folder
            let gatewayLink = try owners.link(of: number)
            let databaseLink = configuration.hasDatabaseLinks ? try database.link(in: folder) : nil
            var own = environment
            own["REVEILLE_DATA"] = folder.path
            own["REVEILLE_DATABASE"] = databaseLink == nil ? database.url : database.url(in: folder)
            own["REVEILLE_APNS_ENDPOINT"] = "https://localhost:\(gatewayLink.address.port)"
            return ClusterNode(
                number: number,
                environment: own,
                folder: setting.folder,
                gatewayLink: gatewayLink,
                databaseLink: databaseLink,
                surroundings: surroundings
            )
        }
        transport = SpreadingTransport(
            to: try nodes.map { try Origin($0.url) },
            by: CurlTransport(client: client, timeout: Self.timeout)
        )
        program = setting.relay
        folder = setting.folder
        self.ledger = ledger
        self.owners = owners
        self.origin = origin
        self.gateway = gateway
        self.client = client
        self.database = database
    }

    /// Returns one node, drawn at random.
    func anyNode(using chance: inout some RandomNumberGenerator) throws -> ClusterNode {
        guard let node = nodes.randomElement(using: &chance) else { throw Tool.Failure.silent("the cluster") }
        return node
    }

    /// Records that no node reaches the database from now on.
    func databaseIsAway() {
        ledger.note { $0.interrupted(.severed, at: clock.now()) }
    }

    /// Records that the database can be reached again: what is due has to ring soon.
    func databaseIsBack() {
        ledger.note { $0.resumed(at: clock.now()) }
    }

    /// Ends everything but the server.
    func stop() async {
        for node in nodes { await node.discard() }
        await client.shutdown()
        try? await gateway.shutdown()
    }
}
