import AlarmCore
import DeviceSimulator
import Foundation

/// SIGKILL after the n-th system call that writes, for every n that a fixed script of requests reaches.
package struct WriteKillFault: Fault {
    /// The calls by which SQLite writes and syncs, and by which answers, pushes and the log leave.
    private static let calls = ["pwrite64", "fdatasync", "fsync", "ftruncate", "write", "writev", "sendto"]
    /// How many calls of a kind a quick run takes, spread over as many as there usually are.
    private static let quickRounds = 3
    /// About how many there are of the most frequent kind.
    private static let usualCalls = 60
    /// More calls of one kind than there are during the script.
    private static let most = 1000

    package let name = "kill-at-write"
    package let summary = "SIGKILL after the n-th call that writes or syncs, n = 1, 2, … until the script is through"

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

    /// Kills after the first, second, third … call of this kind, until the relay outlives the script.
    private func walk(
        _ call: String,
        _ trial: Trial,
        _ couple: Couple,
        _ setting: Setting,
        _ result: inout FaultResult
    ) async throws {
        var points: Set<Int> = []
        var total: Int?
        let step = setting.isThorough ? 1 : Self.usualCalls / Self.quickRounds
        let rounds = setting.rounds ?? (setting.isThorough ? Self.most : Self.quickRounds)
        for round in 0..<rounds {
            if await trial.isRunning { await trial.kill() }
            let log = trial.folder.appending(path: "strace.log")
            let tracer = Tracer(calls: call, injection: .stops, log: log)
            let wasKilled = try await play(tracer, after: 1 + round * step, trial, couple)
            result.rounds += 1
            let calls = tracer.callCount
            guard wasKilled else {
                total = calls
                break
            }
            points.insert(calls)
            if round % 50 == 49 { setting.progress("\(call): killed after call \(calls)") }
        }
        let all = total.map { " of \($0)" } ?? ""
        result.notes.append("\(call): killed after \(points.count) different calls\(all)")
        setting.progress("\(call): \(points.count)\(all), \(trial.ledger.ask(\.accepted)) alarms")
    }

    /// Plays the script on a relay that is killed after so many calls, and starts a plain one then; tells whether it died.
    private func play(_ tracer: Tracer, after calls: Int, _ trial: Trial, _ couple: Couple) async throws -> Bool {
        let clock = trial.clock
        let script = Script(couple: couple, ledger: trial.ledger, clock: { clock.now() })
        let isThrough = SharedFlag()
        trial.forgetProcess()
        try? FileManager.default.removeItem(at: tracer.log)
        let stepping = Task { () -> Bool in
            while trial.startedProcess == nil { try await Task.sleep(for: .milliseconds(1)) }
            guard let process = trial.startedProcess else { return false }
            return try await Stepper(process: process, calls: calls, tracer: tracer).run()
        }
        do {
            try await trial.restart(prelude: tracer.prelude)
        } catch RelayProcess.StartError.ended {
            trial.noteEnd()
            try await trial.restart()
            try await limited(to: .minutes(1), "the script") { try await script.play() }
            return true
        }
        async let death: Void = revive(trial, unless: isThrough)
        try await limited(to: .minutes(2), "the script") { try await script.play() }
        isThrough.raise()
        if await trial.isTraced {
            // It has outlived the script; what it does without requests is no part of it.
            await trial.kill()
            try await death
            _ = try? await stepping.value
            return false
        }
        try await death
        return try await stepping.value
    }

    /// Waits for the traced relay's end, and starts a plain one unless the script is through.
    private func revive(_ trial: Trial, unless isThrough: SharedFlag) async throws {
        _ = await trial.exitStatus()
        if !isThrough.isUp { try await trial.restart() }
    }
}
