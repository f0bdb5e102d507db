import AlarmCore
import DeviceSimulator

/// Cuts one relay of three off from the database, which then gets late what it sent.
struct CutNodeFault: ClusterFault {
    let name = "cut-node"
    let summary = "one relay of three is cut off from the database in the midst of a burst, and hears of it late"
    let rounds = RoundCounts(short: 2, usual: 8, thorough: 60)

    func configure(_ setting: FaultContext) -> ClusterTrial.Configuration {
        .init(hasDatabaseLinks: true, program: setting.relay)
    }

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        for _ in 0..<rounds {
            let node = try trial.anyNode(using: &chance)
            try await trial.inBurst(of: couples, using: &chance) { await node.cutOff() }
            try await trial.wait(5500...9000, using: &chance)
            await node.mend()
            try await trial.wait(1500...2500, using: &chance)
        }
    }
}
