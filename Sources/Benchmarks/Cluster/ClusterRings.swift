import CurlClient

/// Measures how many alarms a second one, two and four relays on one database ring.
struct ClusterRings {
    private static let nodes = [1, 2, 4]

    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let server = try DatabaseServer(on: stage)
        let folder = try stage.folder.folder("cluster-rings")
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
            var outcomes: [Int: [ClusterOutcome]] = [:]
            for number in 0...scale.herdRounds {
                for nodes in Self.nodes {
                    try Task.checkCancellation()
                    let name = number == 0 ? "warming up" : "\(number)/\(scale.herdRounds)"
                    stage.progress("\(name): \(scale.clusterRings) alarms, \(nodes) relays on one database")
                    let outcome = try await round.ring(scale.clusterRings, .atOnce, nodes: nodes)
                    if number > 0 { outcomes[nodes, default: []].append(outcome) }
                }
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

    private func section(_ outcomes: [Int: [ClusterOutcome]]) -> ReportSection {
        func figures(_ nodes: Int) -> [Figure] {
            let (own, one) = (outcomes[nodes] ?? [], outcomes[1] ?? [])
            let name = nodes == 1 ? "one relay" : "\(nodes) relays"
            var figures = [Figure("\(name), rung", own.map(\.rate), "a second")]
            if nodes > 1 {
                let ratios = zip(own, one).map { $0.rate / $1.rate }
                figures.append(Figure("the same, to one relay", ratios, "×", bar: nodes == 2 ? "≥ 1.5" : nil))
                figures.append(Figure("the smallest part of a relay, of a fair one", own.map(\.smallestShare), "×"))
            }
            figures.append(Figure("all processors, busy", own.map { $0.processorShare * 100 }, "%"))
            figures.append(Figure("attempts made again", own.map { Double($0.failures) }, ""))
            return figures
        }
        return ReportSection(
            title: "Ringing by several relays on one PostgreSQL",
            setting: """
                \(scale.clusterRings) alarms due in the same millisecond, \(scale.pending) pending, \(scale.herdRounds) rounds; \
                TLS, nghttpd answering without a body; from the due time to the last answer; relays, server and gateway \
                share the machine, so that more relays ring no faster once its processors are busy
                """,
            figures: Self.nodes.flatMap(figures)
        )
    }
}
