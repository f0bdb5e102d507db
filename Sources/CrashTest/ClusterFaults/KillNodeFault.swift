import AlarmCore
import DeviceSimulator

/// Sends SIGKILL to one relay of three in the midst of a burst; the others take over what it had leased.
struct KillNodeFault: ClusterFault {
    let name = "kill-node"
    let summary = "SIGKILL to one relay of three in the midst of a burst, and a start seconds later"
    let rounds = RoundCounts(short: 2, usual: 10, thorough: 100)

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        for _ in 0..<rounds {
            let node = try trial.anyNode(using: &chance)
            try await trial.inBurst(of: couples, using: &chance) { await node.kill() }
            // Longer than others need to find out.
            try await trial.wait(5500...7000, using: &chance)
            try await node.start(trial.program)
            try await trial.wait(500...1500, using: &chance)
        }
    }
}
