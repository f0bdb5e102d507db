import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// Sends what could not be sent before; a failure is only a remark, because the command has other work.
    func sendWaiting() async {
        await sendReceipts()
        let profile = await device.profile
        guard !profile.outbox.isEmpty || !profile.unsentRevocations.isEmpty else { return }
        do {
            try await device.sendRevocations()
            let results = try await device.sendOutbox()
            for result in results where !result.isKept { Terminal.remark(await words(for: result)) }
            let waiting = results.count { $0.isKept }
            guard waiting > 0 else { return }
            Terminal.remark(
                """
                \(waiting == 1 ? "One alarm waits" : "\(waiting) alarms wait") here to be sent: \
                reveille alarm outbox\(profileFlag)
                """
            )
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
        }
    }

    /// Sends the answers that were kept, and says which words of them nobody gets.
    private func sendReceipts() async {
        guard await device.profile.hasNewsOfReceipts else { return }
        do {
            try await device.sendReceipts()
            for lost in try await device.takeLostReplies() { Terminal.remark(lost.remark) }
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
        }
    }

    /// Returns what became of an alarm that was kept, in one sentence.
    func words(for result: OutboxResult) async -> String {
        let sent = result.alarm
        let partner = await device.profile.pair(sent.pair)?.partnerName.asForeign ?? "your partner"
        let alarm = "“\(sent.text.asForeign)” for \(partner)"
        let due = clock.named(sent.time, in: sent.timeZone)
        switch result {
        case .set(_, let accepted):
            return "Set now, after it waited here: \(alarm) at \(clock.named(accepted.time, in: sent.timeZone))."
        case .withdrawn: return "Taken back at the relay now: \(alarm)."
        case .refused(_, let reason): return "NOT SET: \(alarm) at \(due). \(reason.asForeign)"
        case .kept: return "Waits here: \(alarm) at \(due)."
        }
    }
}

extension OutboxResult {
    /// The alarm.
    var alarm: SentAlarm {
        switch self {
        case .set(let sent, _), .withdrawn(let sent), .refused(let sent, _), .kept(let sent, _): sent
        }
    }

    /// Whether it still waits.
    var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}

extension LostReply {
    /// The sentence that says so.
    var remark: String {
        let alarm = text.map { "“\($0.asForeign)”" } ?? "alarm \(id)"
        return """
            Your words to \(partnerName?.asForeign ?? "your partner") were not sent: before they got there, \(alarm) was \
            over, or answered on another device of yours.
            """
    }
}
