import CurlClient
import DeviceSimulator
import Foundation
import TestSupport

/// A node's process.
struct RunningNode {
    private let process: RelayProcess

    /// Starts a node, and returns once it answers.
    ///
    /// Nodes share database and keyring; each has a folder of its own in `folder` besides.
    static func start(
        _ number: Int,
        of relay: PreparedRelay,
        gateway: PushGateway,
        in folder: Folder,
        client: CurlClient
    ) async throws -> RunningNode {
        let own = try folder.folder("node-\(number)")
        let log = own.url.appending(path: "log")
        try? FileManager.default.removeItem(at: log)
        return RunningNode(
            process: try await RelayProcess.start(
                executable: Tool.this().executable,
                port: FreePort.find(),
                environment: relay.environment.merging([
                    "REVEILLE_DATA": own.url.path,
                    "REVEILLE_KEYRING": relay.folder.path("keyring"),
                    RingNode.gatewayVariable: gateway.origin(.none),
                    RingNode.authorityVariable: gateway.authorityFile,
                    RingNode.keyVariable: gateway.keyFile,
                ]) { _, given in given },
                logFile: log,
                client: client
            )
        )
    }

    /// How far it has come; nil before its first report.
    var progress: NodeProgress? { last(NodeProgress.self) }

    /// Whether its process has not ended.
    var isRunning: Bool { process.isRunning }

    /// Everything that it has printed.
    var log: String { process.log }

    /// Has it end, and returns what it pushed.
    func end() async throws -> NodeOutcome {
        await process.stop()
        guard let outcome = last(NodeOutcome.self) else {
            throw Tool.Failure.unexpected("a node", output: process.log)
        }
        return outcome
    }

    /// Ends it, whatever it does.
    func kill() async { await process.kill() }

    /// The last whole line that is a value of this type.
    private func last<Value: Decodable>(_ type: Value.Type) -> Value? {
        let lines = process.log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines.reversed() {
            if let value = try? JSONDecoder().decode(type, from: Data(line.utf8)) { return value }
        }
        return nil
    }
}
