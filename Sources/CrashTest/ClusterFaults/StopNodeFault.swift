import AlarmCore
import DeviceSimulator

/// Stops one relay of three past its lease, and lets it go on: what it still holds is no longer its own.
struct StopNodeFault: ClusterFault {
    let name = "stop-node"
    let summary = "SIGSTOP to one relay of three in the midst of a burst, and SIGCONT after its lease"
    let rounds = RoundCounts(short: 2, usual: 8, thorough: 60)

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        for _ in 0..<rounds {
            let node = try trial.anyNode(using: &chance)
            try await trial.inBurst(of: couples, using: &chance) { await node.halt() }
            try await trial.wait(5500...8000, using: &chance)
            await node.proceed()
            try await trial.wait(1500...2500, using: &chance)
        }
    }
}
