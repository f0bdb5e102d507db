import AlarmCore
import CurlClient
import DeviceSimulator
import Foundation
import GatewaySimulator

/// One relay of several on the same database, which can be killed, stopped, cut off and started again.
///
/// Every fault of one node is recorded, with its moments, for the judge.
actor ClusterNode {
    /// What all nodes share.
    struct Surroundings: Sendable {
        let gateway: GatewaySimulator
        let client: CurlClient
        let ledger: SharedLedger
        let clock: PhoneClock
    }

    /// The node's place among the nodes of the run, from 1.
    nonisolated let number: Int
    /// Address on which it listens.
    nonisolated var url: String { "http://127.0.0.1:\(port)" }
    /// The relay's log, of all of its lives.
    nonisolated let log: URL

    private nonisolated let port: Int
    private let environment: [String: String]
    private let surroundings: Surroundings
    private let gatewayLink: NetworkLink
    private let databaseLink: NetworkLink?
    private var process: RelayProcess?

    init(
        number: Int,
        environment: [String: String],
        folder: URL,
        gatewayLink: NetworkLink,
        databaseLink: NetworkLink?,
        surroundings: Surroundings
    ) {
        self.number = number
        self.environment = environment
        self.gatewayLink = gatewayLink
        self.databaseLink = databaseLink
        self.surroundings = surroundings
        port = FreePort.find()
        log = folder.appending(path: "relay-\(number).log")
    }

    /// The last line of its log.
    nonisolated var lastWords: String {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").last.map(String.init) ?? ""
    }
    /// Whether its process runs.
    var isRunning: Bool { process?.isRunning ?? false }

    /// Starts `executable` as the relay, and returns once it answers.
    func start(_ executable: URL) async throws {
        process = try await RelayProcess.start(
            executable: executable,
            port: port,
            environment: environment,
            logFile: log,
            client: surroundings.client
        )
    }

    /// Ends it as a power cut would.
    func kill() async {
        await process?.kill()
        let connections = surroundings.gateway.acceptedConnectionCount
        note { [number] in
            $0.killed(at: $1, connections: connections, node: number)
            $0.disturbed(at: $1)
        }
    }

    /// Asks it to finish what is under way and end; returns its exit status.
    func stop() async -> Int32 {
        note { $0.disturbed(at: $1) }
        return await process?.stop() ?? 0
    }

    /// Makes the process stand still.
    func halt() {
        note { [number] in
            $0.interrupted(.stopped, node: number, at: $1)
            $0.disturbed(at: $1)
        }
        signal(SIGSTOP)
    }

    /// Lets it go on as if nothing had happened.
    func proceed() {
        signal(SIGCONT)
        note { [number] in $0.resumed(node: number, at: $1) }
    }

    /// Cuts the way to the database.
    func cutOff() {
        note { [number] in
            $0.interrupted(.severed, node: number, at: $1)
            $0.disturbed(at: $1)
        }
        databaseLink?.cut()
    }

    /// Mends the way to the database.
    func mend() {
        databaseLink?.mend()
        note { [number] in $0.resumed(node: number, at: $1) }
    }

    /// Ends it and its links, whatever its state.
    func discard() async {
        databaseLink?.mend()
        if let process, process.isRunning {
            signal(SIGCONT)
            await process.kill()
        }
        gatewayLink.close()
        databaseLink?.close()
    }

    private func signal(_ signal: Int32) {
        if let process, process.isRunning { _ = Foundation.kill(process.processID, signal) }
    }

    private func note(_ change: (inout Ledger, Instant) -> Void) {
        let now = surroundings.clock.now()
        surroundings.ledger.note { change(&$0, now) }
    }
}
