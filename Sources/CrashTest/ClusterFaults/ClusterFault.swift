import AlarmCore
import DeviceSimulator

/// A fault inflicted on several relays that share a PostgreSQL database.
protocol ClusterFault: Fault {
    /// Number of rounds.
    var rounds: RoundCounts { get }

    /// Makes the database that the relays share.
    func makeDatabase() async throws -> ClusterDatabase
    /// Chooses the relays.
    func configure(_ setting: FaultContext) -> ClusterTrial.Configuration
    /// Inflicts the fault `rounds` times while couples set alarms, and adds what it finds to `result`.
    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws
}

/// How often a fault is inflicted.
struct RoundCounts: Sendable {
    /// For a check of every change.
    let short: Int
    let usual: Int
    /// For the promise to be stated.
    let thorough: Int

    /// The number of rounds of a run.
    func count(in setting: FaultContext) -> Int {
        max(setting.rounds ?? (setting.isThorough ? thorough : setting.isShort ? short : usual), 1)
    }
}

extension ClusterFault {
    /// Every trial takes the whole computer: how soon others take over is part of the verdict.
    var isBusy: Bool { true }

    func makeDatabase() async throws -> ClusterDatabase { try await .make() }

    func configure(_ setting: FaultContext) -> ClusterTrial.Configuration { .init(program: setting.relay) }

    func run(_ setting: FaultContext) async throws -> FaultResult {
        try await run(setting, on: try await makeDatabase())
    }

    /// Holds the trial on a database.
    func run(_ setting: FaultContext, on database: ClusterDatabase) async throws -> FaultResult {
        let trial = try await ClusterTrial.start(setting, on: database, configure(setting))
        let rounds = rounds.count(in: setting)
        return try await trial.play(setting) { couples, result in
            var chance = SeededGenerator(seed: setting.seed)
            result.rounds = rounds
            try await inflict(on: trial, rounds, couples, using: &chance, &result)
        }
    }
}

/// The faults of several relays on one database, in the order in which they are run.
package let clusterFaults: [any Fault] = [
    KillNodeFault(), StopNodeFault(), RestartServerFault(), EndConnectionsFault(), CutNodeFault(),
    NoConnectionsFault(), OldSnapshotFault(), PromoteStandbyFault(), FullServerDiskFault(), RollingRestartFault(),
]

/// Those of them that check every change, in about a minute and a half.
package let shortClusterFaults: [any Fault] = Array(clusterFaults.prefix(5))
