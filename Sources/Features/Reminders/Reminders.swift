package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// A family's shared reminders.
package struct Reminders: Feature {
    package let tx: RelayTransaction

    /// Sets a reminder in a family, and the alarm with the same identifier that rings for it.
    ///
    /// - Throws: the problems `not-found` outside the family, `not-allowed` for a child that sets one for somebody
    ///   else, `malformed`, `id-reused`, `quota-exceeded`, `conflict` where the assignee's consent excludes that time,
    ///   and the problems of an invalid time.
    package func create(
        _ request: ReminderRequest,
        in circle: CircleID,
        by device: Device
    ) throws -> EngineResponse {
        let (roster, member) = try engine.family(circle, for: device.person, in: transaction)
        let (schedule, due) = try schedule(of: request)
        let details = try details(
            of: request,
            schedule: schedule,
            assignee: request.assignee ?? device.person,
            in: roster
        )
        let id = try request.id.map { try unused($0) } ?? drawReminderID()
        let reminder = try Problem.mapping { () throws(ReminderError) in
            try ReminderRules.create(details, id: id, in: circle, due: due, place: request.place, by: member)
        }
        try tx.consents.requireConsent(of: details.assignee, to: device.person, at: due)
        try countReminder(from: device.person, to: details.assignee)
        try requireRoom(in: circle, from: device.person, to: details.assignee)
        var body = ReminderBody(reminder)
        try ring(for: &body, at: due, named: AlarmID(high: id.high, low: id.low))
        try save(body)
        return EngineResponse(201, try engine.view(of: body, for: device.person, at: now, in: transaction))
    }

    /// Changes a reminder's text, assignee or time; for its creator or a parent.
    ///
    /// One whose alarm was taken off rings again, also where the time stays the same.
    ///
    /// - Throws: the problems of ``createReminder(_:in:by:)``, `conflict` for a completed one, and `not-allowed` for a child
    ///   that names another place where a parent set one.
    package func change(
        _ id: ReminderID,
        _ request: ReminderRequest,
        by device: Device
    ) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        let former = asked.body.reminder
        guard request.id == nil || request.id == id else {
            throw Problem(.malformed, detail: "a reminder keeps its name", pointer: "/reminderId")
        }
        let (schedule, due) = try schedule(of: request, former: former)
        let details = try details(
            of: request,
            schedule: schedule,
            assignee: request.assignee ?? former.assignee,
            in: asked.roster
        )
        let member = asked.member
        try Problem.mapping { () throws(ReminderError) in
            try asked.body.reminder.edit(details, due: due, by: member)
        }
        if let place = request.place, place != former.place { try asked.setPlace(place) }
        try countReminder(from: device.person, to: details.assignee)
        let isMoved = due != former.due || schedule != former.details.schedule
        // From here on the reminder speaks for the person who changes it.
        asked.body.author = device.person == former.creator ? nil : device.person
        asked.body.reopener = nil
        try tx.consents.requireConsent(of: details.assignee, to: device.person, at: due)
        if isMoved || details.assignee != former.assignee {
            try tx.consents.requireConsent(of: details.assignee, toCreator: former.creator, at: due)
        }
        if details.assignee != former.assignee {
            try silence(&asked.body)
            if due >= now - engine.limits.latestPast { try ring(for: &asked.body, at: due) }
        } else if isMoved, var row = try liveAlarm(of: asked.body) {
            row.content.timeZone = AlarmSchedule(schedule).zone
            row.content.firstTime = schedule.isRecurring ? due : nil
            try tx.run(.reschedule(AlarmSchedule(schedule), due: due, ttl: row.alarm.ttl), on: &row)
        } else if isMoved {
            try ring(for: &asked.body, at: due)
        } else if try liveAlarm(of: asked.body) == nil,
            let next = asked.body.reminder.nextRing(after: now, zones: engine.zones)
        {
            // The same time, given once more, brings back an alarm that was taken off.
            try ring(for: &asked.body, at: next)
        }
        try save(asked.body)
        return try show(asked.body, to: device)
    }

    /// Deletes a reminder and its alarm; for its creator or a parent.
    ///
    /// The notice of its completion to the parents still goes out: a deletion does not undo the completion.
    package func delete(_ id: ReminderID, by device: Device) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        try Problem.mapping { () throws(ReminderError) in
            try ReminderRules.requireDeleting(asked.body.reminder, by: asked.member)
        }
        try silence(&asked.body)
        try tx.delete(ReminderBody.self, DocumentID(of: id))
        tx.commitEffects.persons.formUnion(asked.roster.members.map(\.person))
        return EngineResponse(status: 204, body: [])
    }

    /// Ticks or unticks an item of the checklist.
    package func mark(_ id: ReminderID, _ mark: ReminderMark, by device: Device) throws -> EngineResponse {
        try edit(id, by: device) { (reminder, member) throws(ReminderError) in
            try reminder.mark(mark.item, done: mark.isDone, by: member)
        }
    }

    /// Sets the place where the assignee should stay, or removes it.
    ///
    /// Each place leads to at most one notice to the parents, and so counts as that notice.
    ///
    /// - Throws: the problem `not-allowed` for a child where a parent set the place, `quota-exceeded`, and `malformed` for
    ///   a time that is over, besides those of every change.
    package func setPlace(
        of id: ReminderID,
        to place: Place?,
        during time: PlaceTime? = nil,
        by device: Device
    ) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        let reminder = asked.body.reminder
        if let end = time?.until, end <= now {
            throw Problem(
                .malformed,
                detail: "\(end.iso8601) is over: name a later end, or none",
                pointer: "/during/until"
            )
        }
        try asked.setPlace(place, during: time)
        if place != nil {
            try countNotice(of: ParentNoticeKind.movement, about: reminder.assignee, in: reminder.circle)
        }
        try save(asked.body)
        return try show(asked.body, to: device)
    }

    /// Takes the assignee's position; more than 20 m from the place the parents are told at once, and the watch ends.
    ///
    /// - Throws: the problem `not-allowed` for a position of anyone but the assignee.
    package func report(position: Place, to id: ReminderID, by device: Device) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        guard device.person == asked.body.reminder.assignee else { throw Problem(ReminderError.notYourPosition) }
        try tx.recordSignOfLife(from: device)
        let metres = asked.body.reminder.watchesPlace(at: now) ? asked.body.reminder.place?.distance(to: position) : nil
        let isTold = asked.body.reminder.report(position: position, at: now) != nil
        if isTold {
            try save(asked.body)
            try tellParents(ParentNoticeKind.movement, about: asked.body.reminder, of: device.person, at: now)
        }
        return EngineResponse(
            200,
            ReminderPosition(metres: metres.flatMap { Int(exactly: $0.rounded()) }, isTold: isTold)
        )
    }

    private func edit(
        _ id: ReminderID,
        by device: Device,
        _ change: (inout Reminder, ReminderMember) throws(ReminderError) -> Void
    ) throws -> EngineResponse {
        var asked = try asked(id, by: device)
        let member = asked.member
        try Problem.mapping { () throws(ReminderError) in try change(&asked.body.reminder, member) }
        try save(asked.body)
        return try show(asked.body, to: device)
    }
}
