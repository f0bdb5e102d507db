import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Foundation
import TestSupport

/// Sets the wall clock forward and back by an hour under the running relay.
///
/// Forward: alarms that became due within the grace of 15 minutes ring at once, marked late; earlier ones are reported
/// as missed and do not ring. Back: alarms that have rung stay silent, and others ring when the clock shows their time,
/// not before.
package struct ClockFault: Fault {
    private static let step = Span.hours(1)
    /// How soon after a step of the clock due alarms have to ring.
    ///
    /// 20 s: a relay under libfaketime is not told of the step, so it finds out at its next check, within a second; the
    /// rest is for a busy machine. A relay that depended on being told would find out only after a minute.
    private static let promptness = Span.seconds(20)

    package let name = "clock"
    package let summary = "the wall clock an hour forward, and an hour back, under the running relay (libfaketime)"

    /// Creates the fault.
    package init() {}

    package func run(_ setting: FaultContext) async throws -> FaultResult {
        var result = FaultResult()
        guard Tool.faketime.isInstalled else {
            result.skipped = "libfaketime is not installed; install the package libfaketime"
            return result
        }
        let clock = try FaketimeClock(file: setting.folder.appending(path: "faketime"))
        let trial = try await Trial.start(setting, prelude: clock.prelude, clock: clock.phoneClock)
        let ear = Task { await GatewayLedgerRecorder(gateway: trial.gateway, ledger: trial.ledger).listen() }
        do {
            let couple = try await DeviceCouple.make(on: trial)
            result = try await limited(to: .minutes(10), "stepping the clock") {
                var result = FaultResult()
                try await stepForward(clock, couple, trial, &result)
                try await stepBack(clock, couple, trial, &result)
                return result
            }
            result.verdict = LedgerFindings(on: trial.ledger.now)
        } catch {
            ear.cancel()
            await end(trial)
            throw error
        }
        ear.cancel()
        await end(trial)
        return result
    }

    private func end(_ trial: Trial) async {
        await trial.stop()
        if let process = trial.startedProcess { FaketimeClock.clean(after: process) }
    }

    private func stepForward(
        _ clock: FaketimeClock,
        _ couple: DeviceCouple,
        _ trial: Trial,
        _ result: inout FaultResult
    ) async throws {
        let ledger = trial.ledger
        // Due, when the clock is set: ten minutes ago; forty minutes ago; in ten minutes.
        let late = try await set(after: .minutes(50), couple, trial)
        let missed = try await set(after: .minutes(20), couple, trial)
        let ahead = try await set(after: .minutes(70), couple, trial)
        try await Task.sleep(for: .seconds(1))
        try clock.set(to: Self.step)
        let stepped = clock.now()
        result.rounds += 1
        await Self.ring(of: late, in: ledger)
        if let ring = ledger.ask({ $0.firstRing(of: late) }) {
            result.notes.append("an hour forward: what was due rang after \((ring.at - stepped).milliseconds) ms")
            result.expect(
                ring.at - stepped <= Self.promptness,
                "it rang only \((ring.at - stepped).milliseconds) ms later"
            )
            result.expect(ring.isLate, "what rang after the step forward was not marked late")
        } else {
            result.failures.append("what had become due by the step forward did not ring")
        }
        result.expect(ledger.ask { $0.rings(of: missed) } == 0, "what was due 40 minutes before rang all the same")
        let state = try await Self.end(of: missed, for: couple)
        result.expect(state == .missed, "what was due 40 minutes before is \(state.rawValue), not missed")
        result.expect(ledger.ask { $0.rings(of: ahead) } == 0, "what is due ten minutes later rang")
        // By the misfire rule this alarm no longer has to ring.
        ledger.note { $0.askedToEnd(missed, at: stepped) }
        ledger.note { $0.askedToEnd(ahead, at: stepped) }
    }

    private func stepBack(
        _ clock: FaketimeClock,
        _ couple: DeviceCouple,
        _ trial: Trial,
        _ result: inout FaultResult
    ) async throws {
        let ledger = trial.ledger
        let rung = try await set(after: .seconds(1), couple, trial)
        await Self.ring(of: rung, in: ledger)
        result.expect(ledger.ask { $0.rings(of: rung) } == 1, "an alarm after the step forward did not ring")
        let waiting = try await set(after: .seconds(8), couple, trial)
        let isDueByStopwatch = ContinuousClock.now + .seconds(10)
        try clock.set(to: .zero)
        result.rounds += 1
        // An alarm due by the new clock, to show that the relay still rings.
        let near = try await set(after: .seconds(3), couple, trial)
        await Self.ring(of: near, in: ledger)
        try await Task.sleep(until: isDueByStopwatch, clock: .continuous)
        result.expect(ledger.ask { $0.rings(of: near) } == 1, "after the step back a near alarm did not ring")
        result.expect(
            ledger.ask { $0.rings(of: waiting) } == 0,
            "after the step back an alarm rang an hour before the clock showed its time"
        )
        result.expect(ledger.ask { $0.rings(of: rung) } == 1, "after the step back an alarm rang a second time")
        try clock.set(to: Self.step)
        result.rounds += 1
        await Self.ring(of: waiting, in: ledger)
        result.expect(ledger.ask { $0.rings(of: waiting) } == 1, "once the clock showed its time an alarm did not ring")
        result.notes.append("an hour back: nothing rang twice or before its time, and a near alarm rang on time")
    }

    /// Waits until an alarm has rung, up to a time limit; the caller judges what it did.
    private static func ring(of id: AlarmID, in ledger: SharedLedger) async {
        let start = ContinuousClock.now
        while ledger.ask({ $0.rings(of: id) }) == 0, ContinuousClock.now - start < .seconds(60) {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Returns the state of an alarm that has ended, or has not within a minute.
    private static func end(of id: AlarmID, for couple: DeviceCouple) async throws -> AlarmState {
        let start = ContinuousClock.now
        while true {
            let state = try await couple.sender.show(id).view.state
            if state.isFinal || ContinuousClock.now - start > .seconds(60) { return state }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func set(after span: Span, _ couple: DeviceCouple, _ trial: Trial) async throws -> AlarmID {
        let accepted = try await couple.sender.setPersistently("Hello", at: trial.clock.now() + span, for: couple.pair)
        trial.ledger.note { $0.accepted(accepted.id, due: accepted.time) }
        return accepted.id
    }
}
