import AlarmCore
import DeviceKit
import DeviceSimulator
import Foundation
import TestSupport

/// Sends SIGKILL to a rotation of the keyring after the n-th system call that writes, for every n that it reaches.
///
/// After each the relay has to open every sealed value with the keyring that is on the disk, and serve its devices, and
/// the next rotation has to finish.
package struct RotationKillFault: Fault {
    #if arch(x86_64)
    private static let names = ["rename", "unlink"]
    #else
    private static let names = ["renameat", "unlinkat"]
    #endif
    /// The system calls by which the database and the keyring's file are written, synced and given their names.
    private static let calls = ["pwrite64", "fdatasync", "fsync", "ftruncate"] + names
    /// Number of kills in a quick run, spread evenly over the calls of a rotation.
    private static let quickRounds = 12
    /// Number of alarms, whose answers the database holds sealed.
    private static let alarms = 20

    package let name = "kill-rotation"
    package let summary = "SIGKILL to `reveille keyring rotate` after the n-th call that writes, syncs or renames"

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
            // None of them comes due: they are there to be sealed.
            let due = trial.clock.now() + .days(1)
            for _ in 0..<Self.alarms {
                _ = try await couple.sender.setPersistently("Good morning", at: due, for: couple.pair)
            }
            await trial.kill()
            let rotation = RelayRotation(trial: trial, command: setting.relay, tracedCalls: Self.calls)
            try await walk(rotation, trial, couple, setting, &result)
        }
        return result
    }

    /// Kills rotations of the same files after ever more calls, until one is through.
    private func walk(
        _ rotation: RelayRotation,
        _ trial: Trial,
        _ couple: DeviceCouple,
        _ setting: FaultContext,
        _ result: inout FaultResult
    ) async throws {
        let files = try RotatedFiles.keep(in: trial.folder)
        let whole = try await rotation.run(killedAfter: .max)
        result.expect(!whole.wasKilled && files.keyCount == 1, "a rotation that nobody kills does not finish")
        let rounds = setting.rounds ?? (setting.isThorough ? whole.calls : Self.quickRounds)
        var points: Set<Int> = []
        for round in 0..<min(rounds, whole.calls) {
            try files.restore()
            let life = try await rotation.run(killedAfter: 1 + round * whole.calls / min(rounds, whole.calls))
            result.rounds += 1
            guard life.wasKilled else { continue }
            points.insert(life.calls)
            do {
                try await rotation.expectEverythingOpens()
                try await trial.restart()
                let listed = try await limited(to: .minutes(1), "a list") { try await couple.receiver.list().count }
                result.expect(listed == Self.alarms, "after call \(life.calls): \(listed) alarms are listed")
                await trial.kill()
                try await rotation.finish()
                try await rotation.expectEverythingOpens()
                result.expect(
                    files.keyCount == 1 && files.drafts.isEmpty,
                    "after call \(life.calls): the next rotation left old keys behind"
                )
            } catch {
                result.failures.append("after call \(life.calls): \(error)")
                if await trial.isRunning { await trial.kill() }
            }
        }
        result.expect(!points.isEmpty, "no rotation was killed")
        result.notes.append("killed after \(points.count) different calls of some \(whole.calls)")
    }
}

/// `reveille keyring rotate` on the files of a relay that does not run.
private struct RelayRotation {
    /// The end of a rotation.
    struct Life {
        let wasKilled: Bool
        /// Number of traced calls until then.
        let calls: Int
    }

    let trial: Trial
    let command: URL
    let tracedCalls: [String]

    /// Rotates, and kills the process after a number of calls.
    func run(killedAfter calls: Int) async throws -> Life {
        let list = trial.folder.appending(path: "strace.log")
        try? FileManager.default.removeItem(at: list)
        let tracer = Tracer(calls: tracedCalls.joined(separator: ","), injection: .stops, log: list)
        let process = try Tool(executable: URL(fileURLWithPath: "/bin/sh")).start(
            ["-c", "exec \(tracer.prelude) '\(command.path)' keyring rotate"],
            environment: await trial.transport.environment,
            log: log
        )
        let stepper = Stepper(process: process.processID, calls: calls, tracer: tracer)
        let wasKilled = try await limited(to: .minutes(2), "a traced rotation") { try await stepper.run() }
        let status = await process.exitStatus()
        guard wasKilled || status == 0 else {
            throw Tool.Failure.failed("keyring rotate", status: status, output: output)
        }
        return Life(wasKilled: wasKilled, calls: tracer.callCount)
    }

    /// Rotates without a tracer.
    func finish() async throws {
        try await reveille("keyring", "rotate")
    }

    /// Makes a backup, which opens every sealed value with the keyring on the disk.
    func expectEverythingOpens() async throws {
        try await reveille("backup", "--replace", trial.folder.appending(path: "check.backup").path)
    }

    private func reveille(_ arguments: String...) async throws {
        let environment = await trial.transport.environment
        _ = try await Tool(executable: command).output(of: arguments, environment: environment, log: log)
    }

    private var log: String { trial.folder.appending(path: "rotation.log").path }

    private var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
}

/// The database and the keyring of a relay, as they were before a rotation.
private struct RotatedFiles {
    private let database: DatabaseFiles
    private let folder: URL
    private let keyring: Data

    /// Copies the files of the relay in `folder`, which must not run.
    static func keep(in folder: URL) throws -> RotatedFiles {
        RotatedFiles(
            database: try DatabaseFiles.keep(in: folder),
            folder: folder,
            keyring: try Data(contentsOf: folder.appending(path: "keyring"))
        )
    }

    /// Restores the files, and removes what a killed rotation left beside them.
    func restore() throws {
        try database.restore()
        for draft in drafts { try FileManager.default.removeItem(at: folder.appending(path: draft)) }
        let file = folder.appending(path: "keyring")
        try keyring.write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// Number of keys in the keyring's file.
    var keyCount: Int {
        let text = (try? String(contentsOf: folder.appending(path: "keyring"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { $0.hasPrefix("key ") }
    }

    /// Drafts of the keyring's file.
    var drafts: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("keyring.") && $0.hasSuffix(".new") }
    }
}
