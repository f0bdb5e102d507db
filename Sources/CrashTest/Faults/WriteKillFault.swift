import AlarmCore
import DeviceSimulator
import Foundation

/// Sends SIGKILL after the n-th system call that writes, for every n that a fixed script of requests reaches.
package struct WriteKillFault: Fault {
    /// The system calls by which SQLite writes and syncs, and by which answers, pushes and the log are written.
    private static let calls = ["pwrite64", "fdatasync", "fsync", "ftruncate", "write", "writev", "sendto"]
    /// Number of calls of a kind in a quick run, spread evenly over the expected number.
    private static let quickRounds = 3
    /// Approximate number of calls of the most frequent kind.
    private static let defaultCalls = 60
    /// Upper limit for the calls of one kind during the script.
    private static let most = 1000

    package let name = "kill-at-write"
    package let summary = "SIGKILL after the n-th call that writes or syncs, n = 1, 2, … until the script is through"

    /// Creates the fault.
    package init() {}

    package func run(_ setting: FaultContext) async throws -> FaultResult {
        var result = FaultResult()
        if let problem = try await Tracer.problem() {
            result.skipped = problem
            return result
        }
        let trial = try await Trial.start(setting)
        result.verdict = try await trial.play { couple in
            for call in Self.calls { try await walk(call, trial, couple, setting, &result) }
            try await trial.waitUntilIdle()
        }
        return result
    }

    /// Kills after the first, second, third … call of this kind, until the relay survives the script.
    private func walk(
        _ call: String,
        _ trial: Trial,
        _ couple: DeviceCouple,
        _ setting: FaultContext,
        _ result: inout FaultResult
    ) async throws {
        var points: Set<Int> = []
        var total: Int?
        let step = setting.isThorough ? 1 : Self.defaultCalls / Self.quickRounds
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

    /// Plays the script on a relay that is killed after `calls` calls, then starts a plain one; returns if it died.
    private func play(_ tracer: Tracer, after calls: Int, _ trial: Trial, _ couple: DeviceCouple) async throws -> Bool {
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
            // The relay survived the script; its calls without requests do not count.
            await trial.kill()
            try await death
            _ = try? await stepping.value
            return false
        }
        try await death
        return try await stepping.value
    }

    /// Waits for the traced relay to end, and starts a plain one unless the script is over.
    private func revive(_ trial: Trial, unless isThrough: SharedFlag) async throws {
        _ = await trial.exitStatus()
        if !isThrough.isUp { try await trial.restart() }
    }
}
