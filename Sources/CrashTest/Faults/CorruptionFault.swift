import AlarmCore
import AlarmWire
import DeviceSimulator
import Foundation

/// Damages the database: the relay has to refuse it with advice, instead of serving what is left.
package struct CorruptionFault: Fault {
    private static let alarms = 40
    private static let pageSize = 4096

    package let name = "corrupt"
    package let summary = "a database damaged while the relay was down, in several places one after another"

    /// Creates the fault.
    package init() {}

    package func run(_ setting: FaultContext) async throws -> FaultResult {
        var result = FaultResult()
        let trial = try await Trial.start(setting)
        result.verdict = try await trial.play { couple in
            let due = trial.clock.now() + .seconds(6)
            for _ in 0..<Self.alarms {
                let accepted = try await couple.sender.setPersistently("Hello", at: due, for: couple.pair)
                trial.ledger.note { $0.accepted(accepted.id, due: accepted.time) }
            }
            await trial.kill()
            let files = try DatabaseFiles.keep(in: trial.folder)
            for damage in Damage.all {
                try files.restore()
                result.rounds += 1
                try damage.inflict(files)
                await refuse(damage, trial, &result)
            }
            // Restored, the same files are served: only the damage was refused.
            try files.restore()
            try await trial.restart()
            try await trial.waitUntilIdle()
        }
        return result
    }

    /// Starts a relay on damaged files, which must end with a refusal that advises what to do.
    private func refuse(_ damage: Damage, _ trial: Trial, _ result: inout FaultResult) async {
        let before = await trial.log.count
        do {
            try await trial.restart()
            result.failures.append("\(damage.name): the relay started")
            await trial.kill()
        } catch RelayProcess.StartError.ended(let status, _) {
            let words = String(await trial.log.dropFirst(before)).trimmingCharacters(in: .whitespacesAndNewlines)
            result.expect(status != 0, "\(damage.name): the relay ended with status 0")
            result.expect(
                words.contains("restore a backup") || words.contains("another program's"),
                "\(damage.name): the relay did not say what to do: \(words)"
            )
            result.notes.append("\(damage.name): status \(status), “\(words.split(separator: "\n").last ?? "")”")
        } catch {
            result.failures.append("\(damage.name): \(error)")
        }
    }
}
