package import AlarmCore
import AlarmWire
package import Storage

extension RelayTransaction {
    /// Records that a device knows of an alarm, by its own receipt or by a synchronisation.
    ///
    /// Nobody else is notified, since nothing has to be done about it.
    package func note(_ report: AlarmReceipt, on row: inout AlarmRow) throws {
        let effects = row.alarm.handle(.receipt(report), at: now, in: try context(for: row))
        guard !effects.isEmpty else { return }
        try transaction.updateProgress(of: row.key, to: row.alarm.progress)
        for case .record(let event) in effects {
            try transaction.append(RecordLine(alarm: row.key, at: now, event: event))
        }
    }

    /// Takes a device's report, with the reply to the sender that the alarm has from now on.
    ///
    /// An answer without a reply removes that of the previous occurrence.
    ///
    /// - Returns: whether it changed anything; a repeated report writes no row.
    package func apply(_ report: AlarmReceipt, reply: SealedText?, on row: inout AlarmRow) throws -> Bool {
        var changed = row
        changed.content.reply = reply
        let effects = changed.alarm.handle(.receipt(report), at: now, in: try context(for: row))
        // An effect that is only a wake repeats the one already set.
        guard changed != row || effects.contains(where: { if case .wake = $0 { false } else { true } }) else {
            return false
        }
        changed.changedAt = now
        try transaction.update(&changed)
        try apply(effects, of: changed)
        row = changed
        return true
    }
}
