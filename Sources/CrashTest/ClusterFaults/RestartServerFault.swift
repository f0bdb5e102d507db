import AlarmCore
import DeviceSimulator
import TestSupport

/// Restarts the PostgreSQL server, in turn in order and as after a crash.
struct RestartServerFault: ClusterFault {
    let name = "restart-server"
    let summary = "the PostgreSQL server is restarted in the midst of a burst, in order and as after a crash"
    let rounds = RoundCounts(short: 2, usual: 8, thorough: 60)

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        let server = trial.database.server
        for round in 0..<rounds {
            let pause = round.isMultiple(of: 4) ? 0 : Int.random(in: 0...3000, using: &chance)
            try await trial.inBurst(of: couples, using: &chance) {
                trial.databaseIsAway()
                try await offThread { try round.isMultiple(of: 2) ? server.stop() : server.crash() }
                try await Task.sleep(for: .milliseconds(pause))
                try await offThread { try server.start() }
                trial.databaseIsBack()
            }
            try await trial.wait(2500...4000, using: &chance)
        }
    }
}
