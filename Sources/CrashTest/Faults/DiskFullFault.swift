import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Foundation

/// Fills the disk: accepted alarms ring and end, new ones are refused with `507`, and once there is room again all is
/// as before, without a restart.
package struct DiskFullFault: Fault {
    /// Disk sizes to try, in KiB: the smallest on which a relay can start is used.
    private static let sizes = [256, 512, 1024, 2048, 4096, 8192]
    private static let alarms = 20

    package let name = "disk-full"
    package let summary = "not a byte left on the database's disk, a small file system in memory"

    /// Creates the fault.
    package init() {}

    package func run(_ setting: FaultContext) async throws -> FaultResult {
        var result = FaultResult()
        for size in Self.sizes {
            let inner = try setting.inside("\(size)k")
            let disk: SmallDisk
            switch try await SmallDisk.mount(size, at: inner.folder.appending(path: "disk")) {
            case .failure(let refusal):
                result.skipped = refusal.description
                return result
            case .success(let mounted): disk = mounted
            }
            do {
                let hasRoom = try await attempt(on: disk, inner, &result)
                try await disk.unmount()
                if hasRoom { return result }
            } catch {
                try await disk.unmount()
                throw error
            }
        }
        result.failures.append("no size of file system was enough to begin on")
        return result
    }

    /// Runs the trial; returns false if the disk is too small to start.
    private func attempt(on disk: SmallDisk, _ setting: FaultContext, _ result: inout FaultResult) async throws -> Bool
    {
        let database = disk.folder.appending(path: "reveille.db").path
        let trial: Trial
        do {
            trial = try await Trial.start(setting, environment: ["REVEILLE_DATABASE": database])
        } catch RelayProcess.StartError.ended(_, let output) {
            let words = output.split(separator: "\n").last ?? ""
            result.notes.append("\(disk.size) KiB are too few for a start: \(words)")
            return false
        }
        let ear = Task { await GatewayLedgerRecorder(gateway: trial.gateway, ledger: trial.ledger).listen() }
        do {
            let couple = try await DeviceCouple.make(on: trial)
            var findings = FaultResult()
            let end = Task { try await starve(disk, trial, couple) }
            findings = try await limited(to: .minutes(2), "starving the relay") { try await end.value }
            findings.notes = result.notes + findings.notes
            findings.verdict = LedgerFindings(on: trial.ledger.now)
            result = findings
        } catch let error as DeviceError where error.problemKind == .storageFull {
            ear.cancel()
            await trial.stop()
            result.notes.append("\(disk.size) KiB are too few for a pair: \(disk.listing)")
            return false
        } catch {
            ear.cancel()
            await trial.stop()
            throw error
        }
        ear.cancel()
        await trial.stop()
        return true
    }

    private func starve(_ disk: SmallDisk, _ trial: Trial, _ couple: DeviceCouple) async throws -> FaultResult {
        var result = FaultResult()
        result.rounds = 1
        let (clock, ledger) = (trial.clock, trial.ledger)
        var early: [AlarmID] = []
        for number in 0..<Self.alarms {
            early.append(try await set(after: .seconds(6) + .milliseconds(Int64(number) * 100), couple, trial))
        }
        let afterRestart = try await set(after: .seconds(16), couple, trial)
        let before = disk.listing
        let filled = try disk.fill()
        result.notes.append("\(disk.size) KiB, in KiB: \(before); \(filled / 1024) filled up")

        let (refusal, accepted) = try await refusal(of: couple, trial)
        result.notes.append("\(accepted) more were accepted before the first refusal")
        result.expect(refusal?.status == 507, "a new alarm on a full disk was not refused with 507")
        result.expect(refusal?.detail.isEmpty == false, "the refusal does not say what to do")
        if let refusal { result.notes.append("refused with \(refusal.status): \(refusal)") }

        try await waitForRings(early, trial)
        for id in early.prefix(5) {
            ledger.note { $0.askedToEnd(id, at: clock.now()) }
            _ = try await couple.receiver.sync()
            let outcome = try await couple.receiver.report(.acknowledged, of: id)
            if case .taken(let answer) = outcome, answer.state.isFinal {
                ledger.note { $0.ended(id, .acknowledged, at: clock.now()) }
            } else {
                result.failures.append("an answer was not taken on a full disk: \(outcome)")
            }
        }
        result.notes.append("\(early.count) stored alarms rang and 5 were answered; in KiB: \(disk.listing)")

        await trial.kill()
        try await trial.restart()
        try await waitForRings([afterRestart], trial)
        let again = try await self.refusal(of: couple, trial)
        result.expect(again.refusal?.status == 507, "after a start on the full disk a new alarm was not refused")

        try disk.free()
        let late = try await set(after: .seconds(1), couple, trial)
        try await waitForRings([late], trial)
        result.notes.append("with room again an alarm was accepted at once, and rang; in KiB: \(disk.listing)")
        try await trial.waitUntilIdle()
        return result
    }

    private func set(after span: Span, _ couple: DeviceCouple, _ trial: Trial) async throws -> AlarmID {
        let accepted = try await couple.sender.setPersistently("Hello", at: trial.clock.now() + span, for: couple.pair)
        trial.ledger.note { $0.accepted(accepted.id, due: accepted.time) }
        return accepted.id
    }

    /// Sets alarms until one is refused; returns the refusal and the number accepted before it.
    private func refusal(of couple: DeviceCouple, _ trial: Trial) async throws -> (refusal: Problem?, accepted: Int) {
        for number in 0..<200 {
            do {
                _ = try await set(after: .seconds(3), couple, trial)
            } catch DeviceError.refused(let problem, _) {
                return (problem, number)
            }
        }
        return (nil, 200)
    }

    /// Waits until the alarms have rung, at most 20 s: the ledger shows those that have not.
    private func waitForRings(_ alarms: [AlarmID], _ trial: Trial) async throws {
        for _ in 0..<400 where alarms.contains(where: { id in trial.ledger.ask { $0.rings(of: id) } == 0 }) {
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
