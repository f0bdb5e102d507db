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
    static let connections = 64
    /// Number of alarms per sender: below the relay's default hourly quota, which stays in force.
    private static let alarmsPerSender = 50

    let scale: Scale
    let stage: MeasurementContext

    /// Number of couples whose senders stay below their quota in all runs.
    static func couples(_ scale: Scale) -> Int { (scale.rounds + 1) * scale.requests / alarmsPerSender }

    /// Starts the relays, measures, and stops them.
    func measure() async throws -> ReportSection {
        let client = try CurlClient()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var relays: [RelayUnderLoad] = []
        do {
            for kind in RelayKind.allCases {
                stage.progress("starting the relay: \(kind.title)")
                relays.append(
                    try await RelayUnderLoad.start(
                        kind,
                        name: kind.title,
                        couples: Self.couples(scale),
                        in: stage.folder.folder(kind.rawValue),
                        client: client
                    )
                )
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
        var contenders = try Self.contenders(relays, scale, group)
        let disk = Disk(path: stage.folder.path("disk"))
        contenders.insert(
            Contender(name: "4 KiB append and fdatasync") { try disk.run(seconds: scale.diskSeconds) },
            at: 2
        )
        return ReportSection(
            title: "Accepting alarms",
            setting: """
                \(scale.requests) requests a run, \(scale.rounds) runs, \(Self.connections) connections, \
                \(Self.couples(scale)) senders
                """,
            series: try await contenders.interleaved(rounds: scale.rounds, progress: stage.progress)
        )
    }

    /// Returns contenders that send requests to relays.
    static func contenders(
        _ relays: [RelayUnderLoad],
        _ scale: Scale,
        _ group: MultiThreadedEventLoopGroup
    ) throws -> [Contender] {
        let couples = StoredCouple.make(couples(scale))
        return try relays.map { relay in
            let load = LoadGenerator(port: relay.port, connections: connections, group: group)
            var requests = try SealedRequests(host: "127.0.0.1:\(relay.port)", couples: couples)
            return Contender(name: relay.name) {
                try await load.run(try requests.make(scale.requests, at: SystemClock().now()))
            }
        }
    }

    private func end(_ relays: [RelayUnderLoad], _ client: CurlClient, _ group: MultiThreadedEventLoopGroup) async {
        for relay in relays { await relay.process.stop() }
        await client.shutdown()
        try? await group.shutdownGracefully()
    }
}
