import AlarmCore
import DeviceSimulator
import TestSupport

/// Kills the primary, and promotes a standby that confirms every commit: nothing that was answered is lost.
struct PromoteStandbyFault: ClusterFault {
    let name = "promote-standby"
    let summary = "the primary is killed in the midst of a burst, and its synchronous standby promoted"
    /// Each has servers of its own.
    let rounds = RoundCounts(short: 1, usual: 2, thorough: 10)

    /// How often to ask whether the standby follows, a tenth of a second apart.
    private static let looks = 300

    func run(_ setting: FaultContext) async throws -> FaultResult {
        var sum = FaultResult()
        for round in 0..<rounds.count(in: setting) {
            var own = try setting.inside("\(round + 1)")
            own.seed = setting.seed &+ UInt64(round)
            own.rounds = 1
            let result = try await run(own, on: try await makeDatabase())
            sum.rounds += 1
            sum.verdict = sum.verdict + result.verdict
            sum.notes += result.notes
            sum.failures += result.failures
        }
        return sum
    }

    func makeDatabase() async throws -> ClusterDatabase {
        let primary = try await offThread { try PostgresServer() }
        var database = try await ClusterDatabase.make(on: primary)
        let standby = try await offThread { try PostgresServer(standbyOf: primary) }
        try await offThread { try primary.reload(adding: ["synchronous_standby_names = '*'"]) }
        try await waitForStandby(of: database)
        let user = ClusterDatabase.name
        database.standby = standby
        database.url = """
            postgres://\(user)@/\(user)?host=\(primary.folder),\(standby.folder)&port=\(primary.port),\(standby.port)\
            &target_session_attrs=read-write
            """
        return database
    }

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        let primary = trial.database.server
        try await trial.inBurst(of: couples, using: &chance) {}
        try await trial.inBurst(of: couples, using: &chance) {
            trial.databaseIsAway()
            try await offThread { [standby = trial.database.standby] in
                try primary.kill()
                try standby?.promote()
            }
            trial.databaseIsBack()
        }
        try await trial.wait(5000...7000, using: &chance)
        try await trial.inBurst(of: couples, using: &chance) {}
    }

    /// Waits until every commit waits for the standby.
    private func waitForStandby(of database: ClusterDatabase) async throws {
        let question = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'"
        for _ in 0..<Self.looks {
            if try await database.sql(question) == "1" { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Tool.Failure.silent("the standby")
    }
}
