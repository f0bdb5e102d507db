import AlarmCore
import Engine
import RelayServer
import Storage

/// Measures claims of due alarms in PostgreSQL, and a claim that finds nothing behind very many that were claimed before.
struct ClusterClaims {
    /// Number of pending alarms.
    let pending: Int
    let scale: Scale
    let stage: MeasurementContext

    private static let batch = 500
    /// Later than every alarm is due.
    private static let far = Instant(milliseconds: .max)

    /// Number of claimed wakes whose index entries stay.
    private var dead: Int { pending / 2 }

    func measure() async throws -> [ReportSection] {
        let server = try DatabaseServer(on: stage)
        let claims = try await on(server) { store, _ in try await self.claims(store) }
        var figures = [
            Figure("claim of \(Self.batch), committed", claims.alone, "ms"),
            Figure("the same, p99", [p99(claims.alone)], "ms", bar: pending > 1_000_000 ? "≤ 35" : "≤ 15"),
            Figure("claim of \(Self.batch) with their alarms read, committed", claims.withAlarms, "ms"),
            Figure("the same, p99", [p99(claims.withAlarms)], "ms"),
        ]
        if pending <= 1_000_000 {
            let empty = try await on(server) { store, url in try await self.emptyClaims(store, url) }
            figures += [
                Figure("claim of nothing behind \(dead) dead entries", empty, "ms"),
                Figure("the same, p99", [p99(empty)], "ms", bar: "≤ 5"),
            ]
        }
        return [
            ReportSection(
                title: "Claims in PostgreSQL, \(pending) alarms pending",
                setting: """
                    \(claims.alone.count) claims of each kind, in the order in which alarms are due, which is not the order on \
                    the disk; a snapshot is held open from before the dead entries' claims
                    """,
                figures: figures
            )
        ]
    }

    private func on<Result>(
        _ server: DatabaseServer,
        _ body: @escaping (any Store, String) async throws -> Result
    ) async throws -> Result {
        let relay = try await server.relay(holding: pending)
        defer { server.drop(relay.database) }
        stage.progress("claiming among \(pending) alarms in PostgreSQL")
        var result: Result?
        try await relay.change { store, _ in result = try await body(store.alarmPath, relay.database ?? "") }
        guard let result else { throw CancellationError() }
        return result
    }

    private func claims(_ store: any Store) async throws -> (alone: [Double], withAlarms: [Double]) {
        var (alone, withAlarms): ([Double], [Double]) = ([], [])
        // The herd would be claimed first, and is stored contiguously, unlike alarms that arrive one by one.
        let herd = Population(count: pending).couples
        _ = try await store.write { try $0.claimWakes(through: Population.dawn, limit: herd).count }
        for _ in 0..<min(scale.claims, (pending - herd) / Self.batch / 4) {
            alone.append(
                try await milliseconds {
                    _ = try await store.write { try $0.claimWakes(through: Self.far, limit: Self.batch).count }
                }
            )
            withAlarms.append(
                try await milliseconds {
                    _ = try await store.write { transaction in
                        let wakes = try transaction.claimWakes(through: Self.far, limit: Self.batch)
                        try transaction.prefetch(wakes.map { .keyedAlarm($0.alarm) })
                        return try wakes.count { try transaction.alarm(key: $0.alarm) != nil }
                    }
                }
            )
        }
        return (alone, withAlarms)
    }

    private func emptyClaims(_ store: any Store, _ url: String) async throws -> [Double] {
        let snapshot = try await PinnedSnapshot.open(in: url, folder: stage.folder)
        do {
            let costs = try await emptyClaims(store)
            await snapshot.close()
            return costs
        } catch {
            await snapshot.close()
            throw error
        }
    }

    private func emptyClaims(_ store: any Store) async throws -> [Double] {
        stage.progress("claiming \(dead) alarms, then none")
        var left = dead
        while left > 0 {
            try Task.checkCancellation()
            let limit = min(Self.batch, left)
            left -= try await store.write { try $0.claimWakes(through: Self.far, limit: limit).count }
        }
        guard let next = try await store.read({ try $0.earliestWake() }) else { return [] }
        var costs: [Double] = []
        for _ in 0..<scale.claims {
            costs.append(
                try await milliseconds {
                    let before = next.at - .milliseconds(1)
                    _ = try await store.write { try $0.claimWakes(through: before, limit: Self.batch).count }
                }
            )
        }
        return costs
    }

    private func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    private func p99(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
    }
}
