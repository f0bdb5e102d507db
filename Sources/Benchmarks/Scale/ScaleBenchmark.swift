import AlarmCore
import CurlClient
import DeviceSimulator
import Engine
import Features
import GatewaySimulator
import RelayServer
import Storage

/// Measures the cost of holding more alarms: claiming, accepting, memory, and the time from a start to the first ring.
struct ScaleBenchmark {
    /// Numbers of alarms to hold, the smallest first.
    let populations: [Int]
    let scale: Scale
    let stage: MeasurementContext

    private static let batch = 500
    /// Number of requests in one commit: as many as come together under load.
    private static let accepts = 32

    func measure() async throws -> [ReportSection] {
        var sections: [ReportSection] = []
        var least: Double?
        for count in populations {
            let prepared = try await PreparedRelay.with(count, on: stage)
            let relay = try prepared.copy(in: stage.folder)
            defer { relay.folder.remove() }
            let start = try await starts(relay)
            let costs = try await costs(relay)
            let accept = Spread(costs.accepts)?.median ?? .nan
            sections.append(section(count, start, costs, growth: accept / (least ?? accept)))
            least = least ?? accept
        }
        return sections
    }

    // MARK: A process of its own

    private struct Start {
        var firstRings: [Double] = []
        var memories: [Double] = []
    }

    private func starts(_ relay: PreparedRelay) async throws -> Start {
        let client = try CurlClient()
        var start = Start()
        let couples = StoredCouple.make(scale.starts)
        for (round, couple) in couples.enumerated() {
            stage.progress("\(round + 1)/\(scale.starts): starting a relay that holds \(relay.population.count) alarms")
            let gateway = try await GatewaySimulator.start()
            try await relay.change { store, _ in
                let now = SystemClock().now()
                try await store.write { try Population.insert(due: now, of: couple, into: $0) }
            }
            let served = try await ServedRelay.start(
                relay,
                gateway: gateway,
                ringing: couple,
                folder: stage.folder,
                client: client
            )
            try await Task.sleep(for: .seconds(2))
            start.memories.append(try served.resources().megabytes)
            if let first = served.firstRing { start.firstRings.append(first / .seconds(1)) }
            await served.process.stop()
            try await gateway.shutdown()
        }
        await client.shutdown()
        return start
    }

    // MARK: In this process

    private struct Costs {
        /// Durations in milliseconds.
        var claims: [Double] = []
        var loads: [Double] = []
        var turns: [Double] = []
        /// Durations in microseconds per alarm.
        var accepts: [Double] = []
    }

    private func costs(_ relay: PreparedRelay) async throws -> Costs {
        stage.progress("claiming and accepting among \(relay.population.count) alarms")
        let clock = SettableClock(showing: Population.dawn)
        let built = try await buildRelay(
            configuration: try RelayConfiguration(environment: relay.environment),
            clock: clock,
            gateways: Gateways(ImmediateChannel())
        )
        do {
            let costs = try await costs(built.engine, clock, relay.population)
            await built.close()
            return costs
        } catch {
            await built.close()
            throw error
        }
    }

    private func costs(_ engine: Engine, _ clock: SettableClock, _ population: Population) async throws -> Costs {
        var costs = Costs()
        // The herd would be claimed first, and is stored contiguously, unlike alarms that arrive one by one.
        let herd = population.couples
        _ = try await engine.store.write { try $0.claimWakes(through: Population.dawn, limit: herd).count }
        let rounds = min(scale.claims, (population.count - herd) / Self.batch / 4)
        let far = Instant(milliseconds: .max)
        for _ in 0..<rounds {
            costs.claims.append(
                try await milliseconds {
                    _ = try await engine.store.write { try $0.claimWakes(through: far, limit: Self.batch).count }
                }
            )
            costs.loads.append(
                try await milliseconds {
                    _ = try await engine.store.write { transaction in
                        try transaction.claimWakes(through: far, limit: Self.batch)
                            .count { try transaction.alarm(key: $0.alarm) != nil }
                    }
                }
            )
        }
        // Separate from the claims, which change little: these changes take a while to reach the disk.
        let scheduler = Scheduler(engine: engine)
        for _ in 0..<rounds {
            let next = try await engine.store.read { try $0.wakes(through: far, limit: Self.batch) }
            clock.show(next.last?.at ?? clock.now())
            costs.turns.append(try await milliseconds { _ = try await scheduler.wakeDue() })
        }
        costs.accepts = try await accepts(engine, population)
        return costs
    }

    private func accepts(_ engine: Engine, _ population: Population) async throws -> [Double] {
        var requests = try AlarmRequests(population, at: engine.clock.now())
        var costs: [Double] = []
        for _ in 0..<scale.claims {
            let batch = try await requests.next(Self.accepts, in: engine)
            let taken = try await milliseconds {
                try await withThrowingDiscardingTaskGroup { group in
                    for (request, device) in batch {
                        group.addTask { _ = try await engine.write { try $0.alarms.accept(request, from: device) } }
                    }
                }
            }
            costs.append(taken * 1000 / Double(batch.count))
        }
        return costs
    }

    private func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    // MARK: The report

    private func section(_ count: Int, _ start: Start, _ costs: Costs, growth: Double) -> ReportSection {
        let bar = count > 1_000_000 ? "p99 ≤ 20" : "p99 ≤ 8"
        func quantiles(_ name: String, _ values: [Double], bar: String? = nil) -> [Figure] {
            let sorted = values.sorted()
            let p99 = sorted.isEmpty ? .nan : sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
            return [Figure(name, values, "ms"), Figure("the same, p99", [p99], "ms", bar: bar)]
        }
        return ReportSection(
            title: "\(count) alarms pending",
            setting: """
                \(costs.claims.count) claims of each kind, \(costs.accepts.count) commits of \(Self.accepts) accepts, \
                \(start.firstRings.count) starts; in the order in which they are due, which is not the order on the disk
                """,
            figures: quantiles("claim of \(Self.batch), committed", costs.claims)
                + quantiles("claim of \(Self.batch) with their alarms read, committed", costs.loads, bar: bar)
                + quantiles("\(Self.batch) woken: claimed, decided, next wakes and deliveries stored", costs.turns)
                + [
                    Figure("accepting, in commits of \(Self.accepts)", costs.accepts, "µs each"),
                    Figure("its median, to that of the fewest alarms", [growth], "×", bar: "≤ 1.3"),
                    Figure("from the start of the process to the first push", start.firstRings, "s", bar: "≤ 2"),
                    Figure("memory 2 s after that", start.memories, "MB", bar: "≤ 150"),
                ]
        )
    }
}
