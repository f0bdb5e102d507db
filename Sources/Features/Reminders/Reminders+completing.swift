package import AlarmCore
import AlarmWire
package import Engine
import Storage

extension Reminders {
    /// Completes a reminder, for its creator or its assignee.
    ///
    /// The reminder is frozen, nothing rings for it any more, and all parents of the family are told 30 s later, also
    /// where the caller has left the family by then. A recurring one leaves a reminder for the next time.
    ///
    /// - Throws: the problems `not-found`, `not-allowed`, `conflict` where it is already completed, `quota-exceeded`.
    package func completeReminder(_ id: ReminderID, by device: Device) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        try tx.recordSignOfLife(from: device)
        try complete(&asked, from: device)
        return try show(asked.body, to: device)
    }

    /// Undoes a completion within 30 s: nobody is told of it, and the reminder's alarm rings again.
    ///
    /// - Throws: the problems `not-found`, `not-allowed`, `conflict` after 30 s, and where the assignee has left the
    ///   family: open reminders for them are deleted then.
    package func undoCompletion(of id: ReminderID, by device: Device) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        guard asked.body.reminder.status == .completed else { return try show(asked.body, to: device) }
        guard asked.roster.member(asked.body.reminder.assignee) != nil else {
            throw Problem(.conflict, detail: "whoever it is for has left the family: it stays done")
        }
        let (member, now) = (asked.member, now)
        try Problem.mapping { () throws(ReminderError) in
            try asked.body.reminder.undoCompletion(by: member, at: now)
        }
        if var row = try asked.body.completion.flatMap({ try transaction.alarm($0) }) {
            // The wake that told the parents may have read a later clock, and committed sooner.
            guard row.alarm.state != .told else { throw Problem(ReminderError.undoOver) }
            try tx.run(.cancel(by: .sender), on: &row)
        }
        asked.body.completion = nil
        asked.body.reopener = device.person
        if let next = asked.body.successor,
            let successor = try tx.record(ReminderBody.self, DocumentID(of: next))?.body
        {
            if var row = try liveAlarm(of: successor) {
                // Nobody takes it back: the reminder that is open again rings in its place, which its alarm then says.
                row.content.subject = DocumentID(of: asked.body.reminder.id)
                try tx.run(.cancel(by: .sender), on: &row)
            }
            try tx.delete(ReminderBody.self, DocumentID(of: next))
        }
        asked.body.successor = nil
        try recordUndoing(of: asked.body)
        try reopen(&asked.body)
        try save(asked.body)
        return try show(asked.body, to: device)
    }

    /// Records that a completion was taken back, in the alarm that it had ended: the reminder may be deleted later, and
    /// nothing else would tell.
    private func recordUndoing(of body: ReminderBody) throws {
        guard let row = try body.alarm.flatMap({ try transaction.alarm($0) }),
            [.acknowledged, .cancelled].contains(row.alarm.state)
        else { return }
        try transaction.append(RecordLine(alarm: row.key, at: now, event: AlarmEvent(.cancelled)))
    }

    func complete(_ asked: inout RequestedReminder, from device: Device) throws {
        let wasOpen = asked.body.reminder.status == .open
        let (member, now) = (asked.member, now)
        try Problem.mapping { () throws(ReminderError) in try asked.body.reminder.complete(by: member, at: now) }
        guard wasOpen, let completion = asked.body.reminder.completion else { return }
        asked.body.reopener = nil
        try countNotice(of: ParentNoticeKind.completion, about: device.person, in: asked.body.reminder.circle)
        if var row = try liveAlarm(of: asked.body) {
            try tx.run(.checkedIn(device.id), on: &row)
            // The next occurrence belongs to another reminder, which has an alarm of its own.
            if !row.alarm.state.isFinal { try tx.run(.cancel(by: .sender), on: &row) }
        }
        asked.body.completion = try tellParents(
            ParentNoticeKind.completion,
            about: asked.body.reminder,
            of: device.person,
            at: completion.undoUntil
        )
        try beginSuccessor(of: &asked.body)
        try save(asked.body)
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
        successor.author = body.author
        successor.placeAuthor = body.placeAuthor
        try ring(for: &successor, at: due, named: AlarmID(high: id.high, low: id.low))
        try save(successor)
        body.successor = id
    }

    /// Restarts the alarm that a completion had ended, if its time is still to come or has hardly passed.
    func reopen(_ body: inout ReminderBody) throws {
        let reminder = body.reminder
        body.alarm = nil
        if reminder.due > now {
            try ringWhenDue(for: &body)
        } else if reminder.due + ReminderLimits.ringing > now {
            try ring(for: &body, at: now)
        } else if reminder.details.schedule.isRecurring,
            let next = try? reminder.details.schedule.due(after: now, zones: engine.zones)
        {
            try ring(for: &body, at: next)
        }
    }

    /// Begins the alarm of a reminder whose time is still to come.
    func ringWhenDue(for body: inout ReminderBody) throws {
        try ring(for: &body, at: body.reminder.due)
        // The zone may have new rules since the time was computed.
        if body.reminder.details.schedule.isRecurring, var row = try liveAlarm(of: body) {
            try tx.run(.rulesChanged(former: nil), on: &row)
            if row.alarm.lastEnd == nil { body.reminder.retime(to: row.alarm.due) }
        }
    }

    /// Deletes all but the newest completed reminders of a family.
    private func forgetOldest(in circle: CircleID) throws {
        let completed = try tx.records(ReminderBody.self, concerning: circle).filter {
            $0.body.reminder.status == .completed
        }
        for record in completed.dropLast(ReminderLimits.completed) { try tx.delete(ReminderBody.self, record.id) }
    }
}
