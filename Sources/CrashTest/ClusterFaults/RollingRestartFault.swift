import AlarmCore
import DeviceSimulator

/// Ends one relay after another in order, and starts it as another version: nothing is in doubt, and nothing sent twice.
struct RollingRestartFault: ClusterFault {
    let name = "rolling-restart"
    let summary = "every relay is ended in order and started anew, one at a time, in the midst of bursts"
    let rounds = RoundCounts(short: 1, usual: 2, thorough: 20)

    func configure(_ setting: FaultContext) -> ClusterTrial.Configuration {
        .init(program: setting.earlierRelay ?? setting.relay)
    }

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        for _ in 0..<rounds {
            for node in trial.nodes {
                let status = try await trial.inBurst(of: couples, within: 1000, using: &chance) { await node.stop() }
                result.expect(status == 0, "relay \(node.number) was told to end, and did with status \(status)")
                try await trial.wait(500...2000, using: &chance)
                try await node.start(trial.program)
                try await trial.wait(1000...2000, using: &chance)
            }
        }
    }
}
