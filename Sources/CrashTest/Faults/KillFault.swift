import AlarmCore
import DeviceSimulator
import GatewaySimulator

/// Sends SIGKILL at random moments, under load: while starting, while accepting, while ringing.
package struct KillFault: Fault {
    /// Number of rounds for a check of every change.
    private static let defaultRounds = 100
    /// Number of rounds that the promise is stated for.
    private static let thoroughRounds = 1000
    private static let couples = 6
    /// Number of rounds for each additional pair, which is revoked under load.
    private static let roundsPerRevocation = 25

    package let name = "kill"
    package let summary = "SIGKILL at random moments under load, and a start on the same files"
    package let isBusy = true

    /// Creates the fault.
    package init() {}

    package func run(_ setting: FaultContext) async throws -> FaultResult {
        let trial = try await Trial.start(setting)
        do {
            let result = try await run(setting, trial)
            await trial.stop()
            return result
        } catch {
            await trial.stop()
            throw error
        }
    }

    private func run(_ setting: FaultContext, _ trial: Trial) async throws -> FaultResult {
        let rounds = setting.rounds ?? (setting.isThorough ? Self.thoroughRounds : Self.defaultRounds)
        var couples: [DeviceCouple] = []
        for number in 0..<Self.couples + rounds / Self.roundsPerRevocation {
            // One of the six that stay is rung in a browser, and one of the six that leave.
            let isBrowser = number % Self.couples == 0
            couples.append(try await DeviceCouple.make(on: trial, isReceiverBrowser: isBrowser))
        }
        let all = couples
        let (steady, leaving) = (all.prefix(Self.couples), all.dropFirst(Self.couples))
        let traffic = Traffic(ledger: trial.ledger, clock: trial.clock)
        let subscriptions = all.compactMap { couple in couple.subscription.map { (couple.token, $0) } }
        let recorder = GatewayLedgerRecorder(
            gateway: trial.gateway,
            ledger: trial.ledger,
            subscriptions: Dictionary(uniqueKeysWithValues: subscriptions)
        )
        let start = ContinuousClock.now
        let ear = Task { await traffic.listen(by: recorder, for: all, seed: setting.seed) }
        async let sending: Void = traffic.send(from: steady, seed: setting.seed)
        let slowest = try await killAndRestart(rounds, setting, trial, Array(leaving), traffic)
        try await sending
        try await trial.waitUntilIdle { traffic.isBusy }
        ear.cancel()
        await ear.value
        var result = FaultResult()
        result.rounds = rounds
        result.verdict = LedgerFindings(on: trial.ledger.now)
        result.seconds = (ContinuousClock.now - start) / .seconds(1)
        result.notes.append(
            "\(result.verdict.underWay) pushes were under way when their alarm ended"
        )
        result.notes.append("slowest start: \(Int(slowest / .milliseconds(1))) ms")
        result.notes.append("\(leaving.count) pairs were revoked under load")
        result.expect(await trial.isRunning, "the relay does not run at the end")
        return result
    }

    /// Kills the relay, every fifth time while it starts, and restarts it; revokes a pair now and then.
    ///
    /// - Returns: the duration of the slowest start.
    private func killAndRestart(
        _ rounds: Int,
        _ setting: FaultContext,
        _ trial: Trial,
        _ leaving: [DeviceCouple],
        _ traffic: Traffic
    ) async throws -> Duration {
        var slowest = Duration.zero
        var chance = SeededGenerator(seed: setting.seed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 1...max(rounds, 1) {
                if round % Self.roundsPerRevocation == 0, round / Self.roundsPerRevocation <= leaving.count {
                    let couple = leaving[round / Self.roundsPerRevocation - 1]
                    let life = Int.random(in: 500...1500, using: &chance)
                    group.addTask { try await live(couple, for: life, setting.seed &+ UInt64(round), traffic) }
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...250, using: &chance)))
                await trial.kill()
                if Int.random(in: 0..<5, using: &chance) == 0 {
                    let moment = Int.random(in: 0...60, using: &chance)
                    async let death: Void = kill(trial, after: moment)
                    try? await trial.restart()
                    await death
                    if await trial.isRunning { await trial.kill() }
                    trial.noteEnd()
                }
                let begin = ContinuousClock.now
                try await trial.restart()
                slowest = max(slowest, ContinuousClock.now - begin)
                if round % 50 == 0 { setting.progress("\(round) restarts, \(trial.ledger.ask(\.accepted)) alarms") }
            }
            traffic.close()
            try await group.waitForAll()
        }
        return slowest
    }

    private func kill(_ trial: Trial, after milliseconds: Int) async {
        try? await Task.sleep(for: .milliseconds(milliseconds))
        trial.killStarting()
    }

    /// Sends alarms for a while, and then ends the pair.
    private func live(_ couple: DeviceCouple, for milliseconds: Int, _ seed: UInt64, _ traffic: Traffic) async throws {
        async let sending: Void = traffic.send(from: couple, seed: seed)
        try await Task.sleep(for: .milliseconds(milliseconds))
        try await traffic.revoke(couple)
        try await sending
    }
}
