import CurlClient

/// Measures how late pushes leave two relays on one database while a thousand alarms ring every second.
struct ClusterLateness {
    private static let nodes = 2

    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let server = try DatabaseServer(on: stage)
        let folder = try stage.folder.folder("cluster-lateness")
        let gateway = try await PushGateway.start(in: folder)
        let client = try CurlClient()
        let round = ClusterRound(
            server: server,
            pending: scale.pending,
            gateway: gateway,
            folder: folder,
            client: client
        )
        do {
            var outcomes: [ClusterOutcome] = []
            for number in 1...scale.latenessRounds {
                try Task.checkCancellation()
                stage.progress("\(number)/\(scale.latenessRounds): a thousand rings a second by \(Self.nodes) relays")
                outcomes.append(try await round.ring(scale.rings, .everyMillisecond, nodes: Self.nodes))
            }
            await gateway.stop()
            await client.shutdown()
            return [section(outcomes)]
        } catch {
            await gateway.stop()
            await client.shutdown()
            throw error
        }
    }

    private func section(_ outcomes: [ClusterOutcome]) -> ReportSection {
        ReportSection(
            title: "Lateness at 1,000 rings a second, two relays on one PostgreSQL",
            setting: """
                \(scale.rings) alarms due one every millisecond, \(scale.pending) pending besides, \(scale.latenessRounds) \
                rounds; from due to the push handed to the HTTP client, and to the gateway's answer
                """,
            figures: [
                Figure("handed over, median", outcomes.map(\.handed.median), "ms"),
                Figure("handed over, p99", outcomes.map(\.handed.p99), "ms", bar: "≤ 50"),
                Figure("handed over, longest", outcomes.map(\.handed.longest), "ms"),
                Figure("answered, median", outcomes.map(\.answered.median), "ms"),
                Figure("answered, p99", outcomes.map(\.answered.p99), "ms"),
                Figure("answered, longest", outcomes.map(\.answered.longest), "ms"),
                Figure("all processors, busy", outcomes.map { $0.processorShare * 100 }, "%"),
                Figure("the smallest part of a relay, of a fair one", outcomes.map(\.smallestShare), "×"),
                Figure("attempts made again", outcomes.map { Double($0.failures) }, ""),
            ]
        )
    }
}
