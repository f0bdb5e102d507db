import AlarmCore
import DeviceSimulator
import Foundation

/// Injects EIO from the n-th fsync on: the relay has to end, because a later fsync that succeeds would prove nothing.
package struct SyncErrorFault: Fault {
    private static let calls = "fdatasync,fsync"
    private static let quickRounds = 3
    private static let thoroughRounds = 200
    /// How long a relay may take to notice that its store is broken, and to end: two checks, and pending work.
    private static let patience = Span.seconds(120)

    package let name = "fsync-error"
    package let summary = "EIO from the n-th fsync or fdatasync, n = 1, 2, … until the script is through"

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
            let limit = setting.rounds ?? (setting.isThorough ? Self.thoroughRounds : Self.quickRounds)
            for number in 1...max(limit, 1) {
                await trial.kill()
                let log = trial.folder.appending(path: "strace-\(number).log")
                let tracer = Tracer(calls: Self.calls, injection: .ioError(at: number), log: log)
                let hasFailed = try await fail(number, tracer, trial, couple, &result)
                guard hasFailed || tracer.hasInjected else { break }
                if hasFailed { result.rounds += 1 }
                setting.progress("fsync-error: call \(number), \(trial.ledger.ask(\.accepted)) alarms")
            }
            try await trial.waitUntilIdle()
        }
        return result
    }

    /// Plays the script while a sync fails; returns false if none did.
    private func fail(
        _ number: Int,
        _ tracer: Tracer,
        _ trial: Trial,
        _ couple: DeviceCouple,
        _ result: inout FaultResult
    ) async throws -> Bool {
        let clock = trial.clock
        let script = Script(couple: couple, ledger: trial.ledger, clock: { clock.now() })
        let before = await trial.log.count
        var status: Int32 = 0
        var started = true
        do {
            try await trial.restart(prelude: tracer.prelude)
        } catch RelayProcess.StartError.ended(let end, _) {
            trial.noteEnd()
            (status, started) = (end, false)
        }
        let playing = Task { try await limited(to: .minutes(1), "the script") { try await script.play() } }
        if started {
            guard try await awaitInjection(tracer, unless: playing) else {
                try await playing.value
                return false
            }
            do {
                status = try await limited(to: Self.patience, "ending after a failed fsync") {
                    await trial.exitStatus()
                }
            } catch is TimeUp {
                result.failures.append("fsync \(number) failed, and the relay went on")
                await trial.kill()
            }
        }
        let words = String(await trial.log.dropFirst(before))
        result.expect(status != 0, "fsync \(number) failed, and the relay ended with status 0")
        result.expect(
            words.contains("disk I/O error"),
            "fsync \(number) failed, and the relay did not say so: \(words.suffix(300))"
        )
        let retried = tracer.linesSinceFailure.dropFirst()
        result.expect(retried.isEmpty, "fsync \(number) failed and was tried again: \(retried.first ?? "")")
        if result.notes.isEmpty, let line = words.split(separator: "\n").last(where: { $0.contains("I/O error") }) {
            result.notes.append("the relay's last word: \(line)")
        }
        try await trial.restart()
        try await playing.value
        return true
    }

    /// Waits until a sync has failed; returns false if the script ends before that.
    private func awaitInjection(_ tracer: Tracer, unless playing: Task<Void, any Error>) async throws -> Bool {
        let isOver = SharedFlag()
        let watch = Task {
            _ = await playing.result
            isOver.raise()
        }
        defer { watch.cancel() }
        while tracer.linesSinceFailure.isEmpty {
            if isOver.isUp { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
