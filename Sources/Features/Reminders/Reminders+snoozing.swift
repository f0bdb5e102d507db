package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Reminders {
    /// Snoozes a reminder's alarm; for its assignee, and no longer than the family allows.
    ///
    /// - Throws: the problems `not-allowed` for anyone else, `conflict` where nothing rings yet or any more, or beyond
    ///   the limit.
    package func snooze(_ id: ReminderID, _ request: ReminderSnooze, by device: Device) throws -> EngineResponse {
        let asked = try asked(id, by: device)
        guard device.person == asked.body.reminder.assignee else { throw Problem(ReminderError.notYoursToSnooze) }
        guard asked.body.reminder.status == .open else {
            throw Problem(.conflict, detail: "this reminder is done already: there is nothing to put off")
        }
        try tx.recordSignOfLife(from: device)
        guard var row = try liveAlarm(of: asked.body) else { throw Problem(ReminderError.notRinging) }
        try requireRinging(row)
        let latest = asked.latestSnooze
        let end = try end(of: request.until, latest: latest)
        if let until = request.until, until > latest { throw Problem(ReminderError.snoozeTooLong(latest: latest)) }
        let receipt = AlarmReceipt(
            report: .snoozed,
            device: device.id,
            revision: row.alarm.revision,
            until: end
        )
        try tx.run(.receipt(receipt), on: &row)
        return try show(asked.body, to: device)
    }

    /// The end of a snooze that was requested until `wish`, bounded by the latest end allowed.
    func end(of wish: Instant?, latest: Instant) throws -> Instant {
        guard latest > now else { throw Problem(ReminderError.snoozeOver) }
        return min(wish ?? now + Self.defaultSnooze, latest)
    }

    /// The time for which the reminder of an alarm stands.
    ///
    /// An alarm that rings anew, because a completion was undone, is due later than its reminder.
    func due(of row: AlarmRow) throws -> Instant {
        guard let subject = row.content.subject, var body = try tx.record(ReminderBody.self, subject)?.body else {
            return row.alarm.due
        }
        body.reminder.catchUp(at: now, zones: engine.zones)
        return body.reminder.due
    }

    /// Refuses to snooze an alarm that has not been due; its time can be changed instead.
    func requireRinging(_ row: AlarmRow) throws {
        guard row.alarm.mayHaveRung(at: now) else { throw Problem(ReminderError.notRinging) }
    }

    /// The length of a snooze without a requested end.
    ///
    /// 9 min, as phones do.
    fileprivate static let defaultSnooze = Span.minutes(9)
}
