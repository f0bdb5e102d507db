import CurlClient
import DeviceSimulator
import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// Measures how many alarms a second a relay on PostgreSQL accepts durably, beside one on SQLite.
struct ClusterAccept {
    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let server = try DatabaseServer(on: stage)
        let database = try server.emptyDatabase()
        defer { server.drop(server.cluster.url(database)) }
        let client = try CurlClient()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var relays: [RelayUnderLoad] = []
        do {
            let places = [
                ("on PostgreSQL", "postgres", ["REVEILLE_DATABASE": server.cluster.url(database)]),
                ("on SQLite", "sqlite", [:]),
            ]
            for (name, folder, environment) in places {
                stage.progress("starting the relay \(name)")
                relays.append(
                    try await RelayUnderLoad.start(
                        .durable,
                        name: name,
                        couples: AcceptBenchmark.couples(scale),
                        environment: environment,
                        in: stage.folder.folder("cluster-accept-\(folder)"),
                        client: client
                    )
                )
            }
            let series = try await AcceptBenchmark.contenders(relays, scale, group)
                .interleaved(rounds: scale.rounds, progress: stage.progress)
            await end(relays, client, group)
            return [section(series)]
        } catch {
            await end(relays, client, group)
            throw error
        }
    }

    private func section(_ series: [Series]) -> ReportSection {
        func milliseconds(_ series: Series, _ quantile: Double) -> [Double] {
            series.runs.compactMap { $0.latency(quantile: quantile) }.map { $0 * 1000 }
        }
        let ratios = zip(series[0].runs, series[1].runs).map { $0.rate / $1.rate }
        return ReportSection(
            title: "Accepting alarms on PostgreSQL",
            setting: """
                \(scale.requests) requests a run, \(scale.rounds) runs, \(AcceptBenchmark.connections) connections; both relays \
                answer 202 once the alarm is durable; client, relay and server share the machine
                """,
            figures: series.flatMap { series in
                [
                    Figure("accepted \(series.name)", series.runs.map(\.rate), "a second"),
                    Figure("median", milliseconds(series, 0.5), "ms"),
                    Figure("p99", milliseconds(series, 0.99), "ms"),
                ]
            } + [Figure("on PostgreSQL, to SQLite", ratios, "×", bar: "≥ 0.4")]
        )
    }

    private func end(_ relays: [RelayUnderLoad], _ client: CurlClient, _ group: MultiThreadedEventLoopGroup) async {
        for relay in relays { await relay.process.stop() }
        await client.shutdown()
        try? await group.shutdownGracefully()
    }
}
