package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Puts off what rings for a reminder; for its assignee, and no further than the family allows.
    ///
    /// - Throws: the problems `not-allowed` for anybody else, `conflict` where nothing rings yet or any more, or beyond the limit.
    package func snoozeReminder(_ id: ReminderID, _ request: ReminderSnooze, by device: Device) throws -> Answer {
        let asked = try asked(id, by: device)
        guard device.person == asked.body.reminder.assignee else { throw Problem(ReminderError.notYoursToSnooze) }
        guard asked.body.reminder.status == .open else { throw Problem(ReminderError.completed) }
        try hear(from: device.id)
        guard var row = try liveAlarm(of: asked.body) else { throw Problem(ReminderError.notRinging) }
        try requireRinging(row)
        let latest = asked.latestSnooze
        if let until = request.until, until > latest { throw Problem(ReminderError.snoozeTooLong(latest: latest)) }
        let receipt = AlarmReceipt(
            report: .snoozed,
            device: device.id,
            revision: row.alarm.revision,
            until: try end(of: request.until, latest: latest)
        )
        try run(.receipt(receipt), on: &row)
        return try show(asked.body)
    }

    /// A phone's snooze of a reminder's alarm, ended where the family's limit ends it; any other receipt as it is.
    ///
    /// - Throws: the problem `conflict` before it has been due, and where nothing is left of the limit.
    func limitingSnooze(_ receipt: Receipt, of row: AlarmRow) throws -> Receipt {
        guard receipt.report == .snoozed, row.alarm.preset == EscalationPolicy.reminder.name,
            let circle = try record(CircleBody.self, DocumentID(of: row.circle))?.body.circle
        else { return receipt }
        try requireRinging(row)
        var receipt = receipt
        receipt.until = try end(of: receipt.until, latest: row.alarm.due + circle.snoozeLimit)
        return receipt
    }

    private func end(of wish: Instant?, latest: Instant) throws -> Instant {
        guard latest > now else { throw Problem(ReminderError.snoozeTooLong(latest: latest)) }
        return min(wish ?? now + Self.usualSnooze, latest)
    }

    /// Refuses to put off what has not been due, whichever way it is asked: whoever wants another time sets one.
    private func requireRinging(_ row: AlarmRow) throws {
        guard row.alarm.mayHaveRung(at: now) else { throw Problem(ReminderError.notRinging) }
    }

    /// How long a snooze lasts that names no end.
    ///
    /// 9 min, as phones do.
    fileprivate static let usualSnooze = Span.minutes(9)
}
