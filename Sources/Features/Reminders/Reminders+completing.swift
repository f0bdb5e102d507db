package import AlarmCore
import AlarmWire
import Storage

extension Work {
    /// Says that a reminder is done; for its creator or its assignee.
    ///
    /// It is frozen, nothing rings for it any more, and all parents of the family are told half a minute later. One that
    /// recurs leaves a reminder for the next time.
    ///
    /// - Throws: the problems `not-found`, `not-allowed`, `conflict` where somebody else was first, `quota-exceeded`.
    package func completeReminder(_ id: ReminderID, by device: Device) throws -> Answer {
        var asked = try asked(id, by: device)
        try hear(from: device.id)
        try complete(&asked, from: device)
        return try show(asked.body)
    }

    /// Takes a completion back within 30 s: nobody is told of it, and what rang for the reminder rings again.
    package func undoCompletion(of id: ReminderID, by device: Device) throws -> Answer {
        var asked = try asked(id, by: device)
        guard asked.body.reminder.status == .completed else { return try show(asked.body) }
        let (member, now) = (asked.member, now)
        try Problem.mapping { () throws(ReminderError) in
            try asked.body.reminder.undoCompletion(by: member, at: now)
        }
        if var row = try asked.body.completion.flatMap({ try transaction.alarm($0) }) {
            // Whoever told the parents may have read the clock later, and committed sooner.
            guard row.alarm.state != .told else { throw Problem(ReminderError.undoOver) }
            try run(.cancel(by: .sender), on: &row)
        }
        asked.body.completion = nil
        if let next = asked.body.successor,
            var successor = try record(ReminderBody.self, DocumentID(of: next))?.body
        {
            try silence(&successor)
            try delete(ReminderBody.self, DocumentID(of: next))
        }
        asked.body.successor = nil
        try reopen(&asked.body)
        try keep(asked.body)
        return try show(asked.body)
    }

    /// Completes a reminder if that is what a receipt says of its alarm, by the assignee or the creator.
    ///
    /// A phone that says so after the alarm has lapsed, and before the next time, means the time that lapsed.
    ///
    /// - Returns: the answer; nil for a receipt that says something else, or is about something else.
    func completeReminder(by receipt: Receipt, of id: AlarmID, from device: Device) throws -> Answer? {
        guard receipt.report == .completed || receipt.report == .acknowledged, let row = try reminderAlarm(id),
            let subject = row.content.subject
        else { return nil }
        _ = try own(id, device)
        try hear(from: device.id)
        if try record(ReminderBody.self, subject) != nil {
            var asked = try asked(ReminderID(subject), by: device)
            let reminder = asked.body.reminder
            let lapsed = row.alarm.lastEnd == .missed && reminder.due < row.alarm.due ? 1 : 0
            let isNews = receipt.revision == row.alarm.revision || receipt.revision + lapsed == row.alarm.revision
            if asked.body.alarm == id, reminder.status == .open, isNews { try complete(&asked, from: device) }
        }
        let alarm = try transaction.alarm(id)?.alarm ?? row.alarm
        return Answer(200, ReceiptAccepted(id: id, state: alarm.state, revision: alarm.revision))
    }

    /// The alarm of this name, if it rings for a reminder.
    func reminderAlarm(_ id: AlarmID) throws -> AlarmRow? {
        try transaction.alarm(id).flatMap { $0.alarm.preset == EscalationPolicy.reminder.name ? $0 : nil }
    }

    private func complete(_ asked: inout AskedReminder, from device: Device) throws {
        let wasOpen = asked.body.reminder.status == .open
        let (member, now) = (asked.member, now)
        try Problem.mapping { () throws(ReminderError) in try asked.body.reminder.complete(by: member, at: now) }
        guard wasOpen, let completion = asked.body.reminder.completion else { return }
        try countNotice(of: .completion, about: device.person, in: asked.body.reminder.circle)
        if var row = try liveAlarm(of: asked.body) {
            try run(.checkedIn(device.id), on: &row)
            // Its next time is another reminder's, which has an alarm of its own.
            if !row.alarm.state.isFinal { try run(.cancel(by: .sender), on: &row) }
        }
        asked.body.completion = try tellParents(
            .completion,
            about: asked.body.reminder,
            of: device.person,
            at: completion.undoUntil
        )
        try beginSuccessor(of: &asked.body)
        try keep(asked.body)
        try forgetOldest(in: asked.body.reminder.circle)
    }

    private func beginSuccessor(of body: inout ReminderBody) throws {
        let reminder = body.reminder
        let id = drawReminderID()
        guard reminder.details.schedule.isRecurring,
            let due = try? reminder.details.schedule.due(after: max(reminder.due, now), zones: engine.zones),
            let next = reminder.successor(id: id, due: due)
        else { return }
        var successor = ReminderBody(next)
        try ring(for: &successor, at: due, named: AlarmID(high: id.high, low: id.low))
        try keep(successor)
        body.successor = id
    }

    /// Lets ring again what a completion had ended, if its time is still to come or has hardly passed.
    private func reopen(_ body: inout ReminderBody) throws {
        let reminder = body.reminder
        body.alarm = nil
        if reminder.due > now {
            try ring(for: &body, at: reminder.due)
            // The zone may have other rules by now than when the time was worked out.
            if reminder.details.schedule.isRecurring, var row = try liveAlarm(of: body) {
                try run(.rulesChanged(former: nil), on: &row)
            }
        } else if reminder.due + ReminderLimits.ringing > now {
            try ring(for: &body, at: now)
        } else if reminder.details.schedule.isRecurring,
            let next = try? reminder.details.schedule.due(after: now, zones: engine.zones)
        {
            try ring(for: &body, at: next)
        }
    }

    /// Keeps the newest completed reminders of a family only.
    private func forgetOldest(in circle: CircleID) throws {
        let completed = try records(ReminderBody.self, concerning: circle).filter {
            $0.body.reminder.status == .completed
        }
        for record in completed.dropLast(ReminderLimits.completed) { try delete(ReminderBody.self, record.id) }
    }
}
