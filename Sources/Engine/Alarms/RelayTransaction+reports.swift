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
    /// An answer without a reply removes that of the previous occurrence. `time` is when the event was, by the device's
    /// clock.
    ///
    /// - Returns: whether it changed anything; a repeated report writes no row.
    func apply(_ report: AlarmReceipt, at time: Instant, reply: SealedText?, on row: inout AlarmRow) throws -> Bool {
        var changed = row
        changed.content.reply = reply
        let effects = changed.alarm.handle(.receipt(report), at: now, in: try context(for: row))
        // An effect that is only a wake repeats the one already set.
        guard changed != row || effects.contains(where: { if case .wake = $0 { false } else { true } }) else {
            return false
        }
        changed.changedAt = now
        try transaction.update(&changed)
        let rangAt = row.bounded(time, until: now)
        try apply(effects, of: changed, rangAt: now - rangAt > Self.transit ? rangAt : nil)
        row = changed
        return true
    }

    /// Records that a device rang before its alarm ended, which it reports only now.
    ///
    /// The report of a phone without a connection may come after an answer, given there or on another device.
    func noteRing(_ receipt: Receipt, of row: AlarmRow, on device: DeviceID) throws {
        guard receipt.report == .ringing, row.alarm.state.isFinal, receipt.revision == row.alarm.revision
        else { return }
        let record = try transaction.record(of: row.key)
        let start = record.lastIndex { [.renewed, .rescheduled].contains($0.event.kind) } ?? record.startIndex
        let ringing = AlarmEvent(.ringing, device: device)
        // A repeated report is not recorded: a phone could lengthen the record at will.
        guard let end = record[start...].last(where: { $0.event.kind.endsOccurrence })?.at, receipt.at < end,
            !record[start...].contains(where: { $0.event == ringing })
        else { return }
        try transaction.append(RecordLine(alarm: row.key, at: row.bounded(receipt.at, until: end), event: ringing))
    }

    /// How long a report may be on its way without counting as late.
    ///
    /// 2 s.
    private static let transit = Span.seconds(2)
}

extension AlarmRow {
    /// The earliest time before due at which a phone may have rung, because its clock is ahead of the relay's.
    ///
    /// 60 s.
    private static let earlyMark = Span.seconds(60)

    /// The time at which a device says that it rang, no earlier than it can have, and no later than `end`.
    fileprivate func bounded(_ time: Instant, until end: Instant) -> Instant {
        min(max(time, acceptedAt, alarm.base - Self.earlyMark), end)
    }
}

extension AlarmEvent.Kind {
    fileprivate var endsOccurrence: Bool {
        [.acknowledged, .dismissed, .missed, .cancelled, .declined, .revoked].contains(self)
    }
}
