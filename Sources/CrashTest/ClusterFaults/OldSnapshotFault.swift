import AlarmCore
import DeviceSimulator
import Foundation
import TestSupport

/// Holds a snapshot open for the whole run, so that the server may remove no dead row.
struct OldSnapshotFault: ClusterFault {
    let name = "old-snapshot"
    let summary = "a snapshot is held open for the whole run, so that no dead row is removed"
    /// Each takes about ten seconds.
    let rounds = RoundCounts(short: 1, usual: 4, thorough: 60)

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        let database = trial.database
        let session = try database.server.startSession(
            ["BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM reveille.alarm", "SELECT pg_sleep(7200)"],
            in: ClusterDatabase.name,
            log: "\(trial.folder.path)/snapshot.log"
        )
        // From here on no ring may come late: nothing goes away.
        trial.ledger.note { $0.disturbed(at: trial.clock.now()) }
        do {
            for _ in 0..<rounds {
                try await trial.inBurst(of: couples, using: &chance) {}
                try await trial.wait(7000...9000, using: &chance)
            }
            let dead = try await database.sql(
                "SELECT sum(n_dead_tup) FROM pg_stat_user_tables WHERE schemaname = 'reveille'"
            )
            result.notes.append("\(dead) dead rows at the end")
            result.expect(session.isRunning, "the snapshot was not held until the end")
        } catch {
            await session.stop()
            throw error
        }
        await session.stop()
    }
}
