import AlarmCore
import AlarmWire
import Engine
import Storage

extension Reminders {
    /// Passes the reminders that a person set for others on to a parent, for whom they ring from then on.
    ///
    /// What rings goes on, what was put off rings at the end of its snooze, and what is silent stays so. Their words stay
    /// as they were sealed until a device that can read them seals them anew.
    func handOver(from person: PersonID, to parent: PersonID, in circle: CircleID) throws {
        for record in try tx.records(ReminderBody.self, concerning: circle) {
            var body = record.body
            guard body.reminder.creator == person, body.reminder.assignee != person else { continue }
            let former = try liveAlarm(of: body)
            if var row = former { try tx.run(.cancel(by: .sender), on: &row) }
            // Nobody is said to have set what they have only taken over.
            let author = body.setBy
            body.reminder.handOver(to: parent)
            body.author = author == parent ? nil : author
            if body.reminder.status == .open {
                if let former { try goOn(&body, inPlaceOf: former) } else { try releaseNext(&body) }
            }
            try save(body)
        }
    }

    /// Has a reminder ring by another alarm as it would have rung by the former one.
    ///
    /// The consent to whoever has it now counts: of one that recurs, a time that has begun against it is skipped.
    private func goOn(_ body: inout ReminderBody, inPlaceOf former: AlarmRow) throws {
        let (alarm, reminder) = (former.alarm, body.reminder)
        let snoozeEnd = alarm.snoozeEnd(at: now)
        let refusal = try engine.refusal(
            by: reminder.assignee,
            of: reminder.creator,
            at: snoozeEnd ?? alarm.due,
            in: transaction
        )
        if refusal != nil, snoozeEnd != nil || alarm.base <= now, alarm.schedule.recurs,
            let next = alarm.schedule.next(after: max(alarm.due, now), zones: engine.zones)
        {
            return try ring(for: &body, at: next)
        }
        try ring(for: &body, at: alarm.due, inPlaceOf: alarm)
        guard let row = try liveAlarm(of: body) else { return }
        for var line in try transaction.record(of: former.key).ofPresentRevision where line.event.kind == .snoozed {
            line.alarm = row.key
            try transaction.append(line)
        }
    }

    /// Lets a reminder ring at its next time that the consent to its former creator kept from ringing; one whose only
    /// time has passed stays silent.
    private func releaseNext(_ body: inout ReminderBody) throws {
        guard body.isHeldBack, let next = body.reminder.nextRing(after: now, zones: engine.zones) else { return }
        if next == body.reminder.due { try ringWhenDue(for: &body) } else { try ring(for: &body, at: next) }
    }
}

extension [RecordLine] {
    /// The lines since the latest change or occurrence began.
    fileprivate var ofPresentRevision: ArraySlice<RecordLine> {
        let start = lastIndex { [.renewed, .rescheduled].contains($0.event.kind) }
        return self[(start.map { $0 + 1 } ?? startIndex)...]
    }
}
