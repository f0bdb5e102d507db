import AlarmCore
import AlarmWire
import Engine
import Storage

/// The alarm of a family's reminder, which rings until its assignee or its creator completes the reminder.
struct ReminderKind: FamilyAlarmKind {
    var policy: EscalationPolicy { .reminder }

    /// The family's parents, except the assignee, who knows what is not done.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        audience == .parents ? [try tx.circles.parents(of: circle, except: receiver)] : []
    }

    /// A completion receipt completes the reminder, for the assignee or the creator.
    ///
    /// A receipt after the alarm has lapsed, or its ring was stopped by the assignee's consent, and before the next
    /// occurrence, is about the occurrence that has ended.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        guard receipt.report == .completed || receipt.report == .acknowledged, let subject = row.content.subject else {
            return nil
        }
        let id = row.alarm.id
        try tx.alarms.require(device, of: row)
        try tx.recordSignOfLife(from: device.id)
        if try tx.record(ReminderBody.self, subject) != nil {
            var asked = try tx.reminders.asked(ReminderID(subject), by: device)
            let reminder = asked.body.reminder
            let hasEnded = row.alarm.lastEnd == .missed || row.alarm.lastEnd == .cancelled
            let lapsed = hasEnded && reminder.due < row.alarm.due ? 1 : 0
            let isNew = receipt.revision == row.alarm.revision || receipt.revision + lapsed == row.alarm.revision
            if asked.body.alarm == id, reminder.status == .open, isNew {
                try tx.reminders.complete(&asked, from: device)
            }
        }
        let alarm = try tx.transaction.alarm(id)?.alarm ?? row.alarm
        // Nobody gets the reply to a reminder.
        let isReplyLost = receipt.reply != nil
        return EngineResponse(
            200,
            ReceiptAccepted(id: id, state: alarm.state, revision: alarm.revision, isReplyLost: isReplyLost)
        )
    }

    /// The time for which the reminder was done, and by whom: of one that recurs the alarm knows only its next time.
    func subjectOutcome(of row: AlarmRow, by engine: Engine, in snapshot: any Snapshot) throws -> SubjectOutcome? {
        guard let subject = row.content.subject,
            let body = try engine.record(ReminderBody.self, subject, in: snapshot)?.body
        else { return nil }
        guard let completion = body.reminder.completion, body.alarm == row.alarm.id else { return .open }
        return .done(
            PastOccurrence(time: body.reminder.due, ending: .answered, at: completion.at, by: completion.by)
        )
    }

    /// A reminder whose zone has new rules is due when its alarm is.
    ///
    /// The family's limit for snoozes counts from there.
    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {
        var events: Set<AlarmEvent.Kind> = []
        for case .record(let event) in effects { events.insert(event.kind) }
        guard events.contains(.rescheduled), !events.contains(.renewed), let subject = row.content.subject,
            var body = try tx.record(ReminderBody.self, subject)?.body, body.alarm == row.alarm.id,
            body.reminder.due != row.alarm.due
        else { return }
        body.reminder.retime(to: row.alarm.due)
        try tx.reminders.save(body)
    }

    /// A snooze ends at the family's limit at the latest.
    ///
    /// - Throws: the problem `conflict` before the alarm has been due, and once the limit has passed.
    func limiting(_ receipt: Receipt, of row: AlarmRow, in tx: RelayTransaction) throws -> Receipt {
        guard receipt.report == .snoozed,
            let circle = try tx.record(CircleBody.self, DocumentID(of: row.circle))?.body.circle
        else { return receipt }
        try tx.reminders.requireRinging(row)
        var receipt = receipt
        receipt.until = try tx.reminders.end(of: receipt.until, latest: tx.reminders.due(of: row) + circle.snoozeLimit)
        return receipt
    }
}
