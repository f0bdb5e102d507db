package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Takes what a device of the receiver reports (PA1 section 5).
    ///
    /// What is no news costs no row, however often it is said.
    package func take(_ receipt: Receipt, of id: AlarmID, from device: Device) throws -> Answer {
        if let answer = try takeCheckIn(receipt, of: id, from: device) { return answer }
        if let answer = try takeCare(receipt, of: id, from: device) { return answer }
        if let answer = try completeReminder(by: receipt, of: id, from: device) { return answer }
        var row = try own(id, device, as: .receiver)
        // Whatever it says, and of whatever, it lives.
        try hear(from: device.id)
        guard !row.alarm.state.isFinal, receipt.revision == row.alarm.revision else {
            return Answer(200, ReceiptAccepted(id: id, state: row.alarm.state, revision: row.alarm.revision))
        }
        let receipt = try limitingSnooze(receipt, of: row)
        let report = AlarmReceipt(
            report: receipt.report,
            device: device.id,
            revision: receipt.revision,
            until: receipt.until
        )
        if receipt.report == .received {
            try note(report, on: &row)
        } else {
            let reply = receipt.answers || receipt.reply != nil ? receipt.reply?.text : row.content.reply
            try take(report, reply: reply, on: &row)
        }
        let isPutOff = receipt.report == .snoozed && row.alarm.state == .snoozed
        return Answer(
            200,
            ReceiptAccepted(
                id: id,
                state: row.alarm.state,
                revision: row.alarm.revision,
                snoozedUntil: isPutOff ? row.alarm.base : nil
            )
        )
    }

    /// Notes that a device has heard of an alarm: by its own word, or because it was told in a synchronisation.
    ///
    /// Nobody else is told: it changes nothing that is to be done.
    func note(_ report: AlarmReceipt, on row: inout AlarmRow) throws {
        let effects = row.alarm.handle(.receipt(report), at: now, in: try context(for: row))
        guard !effects.isEmpty else { return }
        try transaction.updateProgress(of: row.key, to: row.alarm.progress)
        for case .record(let event) in effects {
            try transaction.append(RecordLine(alarm: row.key, at: now, event: event))
        }
    }

    private func take(_ report: AlarmReceipt, reply: String?, on row: inout AlarmRow) throws {
        var changed = row
        // An answer without words takes away those of the occurrence before.
        changed.content.reply = reply
        let effects = changed.alarm.handle(.receipt(report), at: now, in: try context(for: row))
        // A wake alone is the one that is set already.
        guard changed != row || effects.contains(where: { if case .wake = $0 { false } else { true } }) else { return }
        try countReport(of: report.device)
        changed.changedAt = now
        try transaction.update(&changed)
        try apply(effects, of: changed)
        row = changed
    }

    /// Counts a report that changes an alarm against its device.
    ///
    /// - Throws: the problem `quota-exceeded`; what was counted is undone with the rest.
    private func countReport(of device: DeviceID) throws {
        let limit = engine.limits.reportsPerHour
        let key = "reports/\(device)"
        var window = ChangeWindow(try transaction.value(key), at: now)
        window.count += 1
        guard window.count <= limit else {
            throw Problem(
                .quotaExceeded,
                detail: "a device may change alarms by \(limit) reports an hour: wait a while"
            )
        }
        try transaction.setValue(window.bytes, for: key, until: window.end)
    }
}

extension Receipt {
    /// Whether a person has spoken, rather than the phone alone.
    fileprivate var answers: Bool {
        switch report {
        case .acknowledged, .dismissed, .completed, .snoozed: true
        case .received, .armed, .ringing: false
        }
    }
}
