import AlarmCore
import DeviceSimulator
import Foundation

/// SIGKILL just before the n-th system call that writes, for every n that a fixed script of requests reaches.
package struct WriteKillFault: Fault {
    /// The calls by which SQLite writes and syncs, and by which answers, pushes and the log leave.
    private static let calls = ["pwrite64", "fdatasync", "fsync", "ftruncate", "write", "writev", "sendto"]
    /// How many calls of a kind a quick run takes.
    private static let quickCalls = 2
    /// More calls of one kind than a thread makes during the script.
    private static let most = 400

    package let name = "kill-at-write"
    package let summary =
        "SIGKILL just before the n-th call that writes or syncs, n = 1, 2, … until the script is through"

    /// Makes the fault.
    package init() {}

    package func run(_ setting: Setting) async throws -> FaultResult {
        var result = FaultResult()
        if let problem = try await Tracer.problem() {
            result.skipped = problem
            return result
        }
        let trial = try await Trial.start(setting)
        let ear = Task { await GatewayEar(gateway: trial.gateway, ledger: trial.ledger).listen() }
        do {
            let couple = try await Couple.make(on: trial)
            for call in Self.calls { try await walk(call, trial, couple, setting, &result) }
            try await trial.settle()
            result.verdict = Verdict(on: trial.ledger.now)
        } catch {
            ear.cancel()
            await trial.stop()
            throw error
        }
        ear.cancel()
        await trial.stop()
        return result
    }

    /// Kills at the first, second, third … call of this kind, until the relay outlives the script.
    private func walk(
        _ call: String,
        _ trial: Trial,
        _ couple: Couple,
        _ setting: Setting,
        _ result: inout FaultResult
    ) async throws {
        var points: Set<Int> = []
        var total = 0
        var number = 1
        let stride = setting.isThorough ? 1 : 4
        let limit = setting.rounds ?? (setting.isThorough ? Self.most : 1 + stride * (Self.quickCalls - 1))
        while number <= limit {
            if await trial.isRunning { await trial.kill() }
            let log = trial.folder.appending(path: "strace.log")
            let tracer = Tracer(calls: call, injection: .kill, number: number, log: log)
            let wasKilled = try await play(tracer, trial, couple)
            result.rounds += 1
            // The tracer counts for each thread, the log for all of them.
            let calls = tracer.lines.count { $0.contains("\(call)(") }
            total = max(total, calls)
            guard wasKilled else { break }
            points.insert(calls)
            number += stride
        }
        result.notes.append("\(call): killed at \(points.count) different ones of about \(total) calls")
        setting.progress("\(call): \(points.count) of \(total) calls, \(trial.ledger.ask(\.accepted)) alarms")
    }

    /// Plays the script on a traced relay, and starts a plain one once that is dead; tells whether it died.
    private func play(_ tracer: Tracer, _ trial: Trial, _ couple: Couple) async throws -> Bool {
        let clock = trial.clock
        let script = Script(couple: couple, ledger: trial.ledger, clock: { clock.now() })
        do {
            try await trial.restart(prelude: tracer.prelude)
        } catch RelayProcess.StartError.ended {
            trial.noteEnd()
            try await trial.restart()
            try await script.play()
            return true
        }
        async let death: Bool = revive(trial)
        try await script.play()
        // Whatever a traced relay does in peace counts as well.
        let survived = await trial.isTraced
        if survived { await trial.kill() }
        return try await death && !survived
    }

    /// Waits for the traced relay's end, and starts a plain one.
    private func revive(_ trial: Trial) async throws -> Bool {
        _ = await trial.exitStatus()
        try await trial.restart()
        return true
    }
}
