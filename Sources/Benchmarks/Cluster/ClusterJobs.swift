import CurlClient
import TestSupport

/// Compares rings with scheduled jobs of queues on the same PostgreSQL, each of which makes one HTTP call.
struct ClusterJobs {
    private static let nodes = 2

    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let server = try DatabaseServer(on: stage)
        let folder = try stage.folder.folder("cluster-jobs")
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
            var sections: [ReportSection] = []
            for count in scale.clusterJobs {
                sections.append(try await section(count, server, round, folder))
            }
            await gateway.stop()
            await client.shutdown()
            return sections
        } catch {
            await gateway.stop()
            await client.shutdown()
            throw error
        }
    }

    private func section(
        _ count: Int,
        _ server: DatabaseServer,
        _ round: ClusterRound,
        _ folder: Folder
    ) async throws -> ReportSection {
        var rings: [ClusterOutcome] = []
        var jobs: [JobQueue: [JobQueue.Outcome]] = [:]
        for number in 1...scale.herdRounds {
            try Task.checkCancellation()
            stage.progress("\(number)/\(scale.herdRounds): \(count) rings by \(Self.nodes) relays")
            rings.append(try await round.ring(count, .atOnce, nodes: Self.nodes))
            for queue in JobQueue.allCases {
                try Task.checkCancellation()
                stage.progress("\(number)/\(scale.herdRounds): \(count) jobs by \(queue.rawValue)")
                let database = try server.emptyDatabase()
                defer { server.drop(server.cluster.url(database)) }
                let log = folder.path("\(queue.rawValue).log")
                jobs[queue, default: []].append(try await queue.run(count, on: server, database: database, log: log))
            }
        }
        return ReportSection(
            title: "\(count) rings, and \(count) jobs of queues on the same PostgreSQL",
            setting: """
                All due at the same time, \(scale.herdRounds) rounds, from then to the last answer or call; rings by \
                \(Self.nodes) relays among \(scale.pending) alarms, each one push over TLS; jobs in a database of their \
                own, each one POST of the same length without TLS
                """,
            figures: [
                Figure("rung", rings.map(\.rate), "a second"),
                Figure("from due to the gateway's answer, median", rings.map(\.answered.median), "ms"),
                Figure("p99", rings.map(\.answered.p99), "ms"),
            ] + JobQueue.allCases.flatMap { figures($0, jobs[$0] ?? [], rings) }
        )
    }

    private func figures(_ queue: JobQueue, _ jobs: [JobQueue.Outcome], _ rings: [ClusterOutcome]) -> [Figure] {
        let ratios = zip(rings, jobs).map { $0.rate / $1.rateFromDue }
        return [
            Figure("\(queue.rawValue), jobs", jobs.map(\.rateFromDue), "a second"),
            Figure("from the first call on", jobs.map(\.rate), "a second"),
            Figure("from due to the call, median", jobs.map(\.median), "ms"),
            Figure("p99", jobs.map(\.p99), "ms"),
            Figure("calls made again", jobs.map { Double($0.calls - $0.jobs) }, ""),
            Figure("rings, to its jobs", ratios, "×", bar: "≥ 10"),
            Figure("the rings' p99, to its own", zip(rings, jobs).map { $0.answered.p99 / $1.p99 }, "×", bar: "< 1"),
        ]
    }
}
