import AlarmCore
import DeviceSimulator

/// Ends connections of the relays at random: nothing is in doubt afterwards, so that nothing may be sent twice.
struct EndConnectionsFault: ClusterFault {
    let name = "end-connections"
    let summary = "pg_terminate_backend on random connections of the relays, again and again"
    let rounds = RoundCounts(short: 20, usual: 100, thorough: 1000)

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        var ended = 0
        // From here on no ring may come late: every relay goes on.
        trial.ledger.note { $0.disturbed(at: trial.clock.now()) }
        for _ in 0..<rounds {
            let processes = try await trial.database.relayProcesses().shuffled(using: &chance)
            let count = Int.random(in: 1...6, using: &chance)
            try await trial.database.end(processes.prefix(count))
            ended += min(count, processes.count)
            try await trial.wait(50...600, using: &chance)
        }
        result.notes.append("\(ended) connections were ended")
        result.expect(ended > 0, "no relay had a connection to end")
    }
}
