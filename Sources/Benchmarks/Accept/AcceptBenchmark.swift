import AlarmCore
import CurlClient
import DeviceSimulator
import Engine
import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// Measures how many alarms a second a relay accepts: envelope opened, alarm decided, committed to disk, answered 202.
struct AcceptBenchmark {
    /// Number of concurrent connections.
    private static let connections = 64
    /// Number of alarms per sender: below the relay's default hourly quota, which stays in force.
    private static let alarmsPerSender = 50

    let scale: Scale
    let stage: MeasurementContext

    private var couples: Int { (scale.rounds + 1) * scale.requests / Self.alarmsPerSender }

    /// Starts the relays, measures, and stops them.
    func measure() async throws -> ReportSection {
        let client = try CurlClient()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var relays: [RelayUnderLoad] = []
        do {
            for kind in RelayKind.allCases {
                stage.progress("starting the relay: \(kind.title)")
                relays.append(try await start(kind, client))
            }
            let section = try await measure(relays, group)
            await end(relays, client, group)
            return section
        } catch {
            await end(relays, client, group)
            throw error
        }
    }

    private func measure(_ relays: [RelayUnderLoad], _ group: MultiThreadedEventLoopGroup) async throws -> ReportSection
    {
        let couples = StoredCouple.make(couples)
        var contenders = try relays.map { relay in
            let load = LoadGenerator(port: relay.port, connections: Self.connections, group: group)
            var requests = try SealedRequests(host: "127.0.0.1:\(relay.port)", couples: couples)
            return Contender(name: relay.kind.title) {
                try await load.run(try requests.make(scale.requests, at: SystemClock().now()))
            }
        }
        let disk = Disk(path: stage.folder.path("disk"))
        contenders.insert(
            Contender(name: "4 KiB append and fdatasync") { try disk.run(seconds: scale.diskSeconds) },
            at: 2
        )
        return ReportSection(
            title: "Accepting alarms",
            setting: """
                \(scale.requests) requests a run, \(scale.rounds) runs, \(Self.connections) connections, \
                \(couples.count) senders
                """,
            series: try await contenders.interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    private func start(_ kind: RelayKind, _ client: CurlClient) async throws -> RelayUnderLoad {
        let folder = try stage.folder.folder(kind.rawValue)
        let port = FreePort.find()
        let process = try await RelayProcess.start(
            executable: Tool.this().executable,
            port: port,
            environment: [
                "REVEILLE_DATA": folder.url.path,
                "REVEILLE_LOG_LEVEL": "warning",
                RelayKind.variable: kind.rawValue,
                RelayKind.couplesVariable: "\(couples)",
            ],
            logFile: folder.url.appending(path: "log"),
            client: client
        )
        return RelayUnderLoad(kind: kind, port: port, process: process)
    }

    private func end(_ relays: [RelayUnderLoad], _ client: CurlClient, _ group: MultiThreadedEventLoopGroup) async {
        for relay in relays { await relay.process.stop() }
        await client.shutdown()
        try? await group.shutdownGracefully()
    }
}

/// A running relay.
private struct RelayUnderLoad {
    let kind: RelayKind
    let port: Int
    let process: RelayProcess
}
