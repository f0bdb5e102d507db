import AlarmCore
import AlarmWire
import Engine
import Storage

extension Reminders {
    /// Records that the assignee's consent has ended the alarm of a reminder, so that it can ring again later.
    func holdBack(_ row: AlarmRow) throws {
        guard row.alarm.preset == ReminderKind().policy.name, let subject = row.content.subject,
            var body = try tx.record(ReminderBody.self, subject)?.body, body.alarm == row.alarm.id
        else { return }
        body.isHeldBack = true
        try save(body)
    }

    /// Lets the reminders ring again that one person set for another, and whose consent kept them from ringing.
    ///
    /// Each rings from its next time on that the consent allows; one whose only time has passed stays as it is. Whoever
    /// has not read yet that it was declined does not read it any more.
    func resume(from creator: PersonID, to assignee: PersonID) throws {
        for roster in try engine.rosters(of: assignee, in: transaction) where roster.member(creator) != nil {
            for record in try tx.records(ReminderBody.self, concerning: roster.circle.id) {
                var body = record.body
                let reminder = body.reminder
                guard body.isHeldBack || body.alarm == nil, reminder.creator == creator,
                    reminder.assignee == assignee, reminder.status == .open, try liveAlarm(of: body) == nil,
                    let due = reminder.nextRing(after: now, zones: engine.zones),
                    try !tx.consents.isEnded(
                        from: creator,
                        to: assignee,
                        at: due,
                        recurs: reminder.details.schedule.isRecurring
                    )
                else { continue }
                let former = body.alarm
                try ring(for: &body, at: due)
                try save(body)
                if let former, body.alarm != nil { try withdrawRefusal(of: former) }
            }
        }
    }

    /// Supersedes the notices that an alarm was declined, as far as they have not been sent.
    private func withdrawRefusal(of id: AlarmID) throws {
        guard let row = try transaction.alarm(id) else { return }
        for var delivery in try transaction.deliveries(of: row.key)
        where delivery.order.stage == .declined && !delivery.state.isFinal {
            delivery.endLease(as: .superseded)
            try transaction.update(delivery)
        }
    }
}

extension Engine {
    /// Why an open reminder will not ring at its next time, as far as `person` may know; nil where it will.
    func silence(
        of body: ReminderBody,
        alarm: Alarm?,
        for person: PersonID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> ReminderSilence? {
        let reminder = body.reminder
        guard reminder.status == .open, let due = reminder.nextRing(after: now, zones: zones) else { return nil }
        let refusal = try refusal(by: reminder.assignee, of: reminder.creator, at: due, in: snapshot)
        guard let refusal else {
            guard let alarm else { return .takenOff }
            return alarm.state == .blocked ? .unreachable : nil
        }
        guard person == reminder.assignee else { return .refused }
        return switch refusal {
        case .muted: .muted
        case .paused: .paused
        case .hours: .hours
        }
    }
}

extension Reminder {
    /// The first time after `instant` at which it is to ring; nil for one whose only time has passed.
    func nextRing(after instant: Instant, zones: some ZoneProvider) -> Instant? {
        if due > instant { return due }
        return details.schedule.isRecurring ? try? details.schedule.due(after: instant, zones: zones) : nil
    }
}
