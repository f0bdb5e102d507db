package import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension Engine {
    /// One page of a family's reminders, the earliest first: all for a parent; for a child those from or for it.
    ///
    /// - Throws: the problem `not-found` for a person outside the family, `malformed` for a page that is too large.
    package func reminders(
        in circle: CircleID,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int = 50,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> ReminderList {
        let (_, member) = try family(circle, for: device.person, in: snapshot)
        var bodies: [ReminderID: ReminderBody] = [:]
        for record in try records(ReminderBody.self, concerning: circle, in: snapshot)
        where record.body.reminder.isVisible(to: member) {
            var body = record.body
            body.reminder.catchUp(at: now, zones: zones)
            bodies[body.reminder.id] = body
        }
        let page = try Problem.mapping { () throws(ReminderError) in
            try ReminderPage(of: bodies.values.map(\.reminder), showing: filter, after: cursor, limit: limit)
        }
        return ReminderList(
            reminders: try page.reminders.compactMap { reminder in
                try bodies[reminder.id].map { try view(of: $0, for: device.person, at: now, in: snapshot) }
            },
            next: page.next
        )
    }

    /// One reminder.
    ///
    /// - Throws: the problem `not-found` for a person who may not see it.
    package func reminder(
        _ id: ReminderID,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> ReminderView {
        let body = try asked(id, by: device.person, at: now, in: snapshot).body
        return try view(of: body, for: device.person, at: now, in: snapshot)
    }

    /// Waits until nothing that rings for a reminder is under way, at most ``Limits/drain``.
    package func awaitSends(reminder id: ReminderID) async throws {
        let subject = DocumentID(of: id)
        // The first alarm has the reminder's identifier; undoing a completion begins an alarm with another one.
        guard let circle = try await read({ try $0.alarm(AlarmID(subject))?.circle }) else { return }
        let preset = ReminderKind().policy.name
        try await awaitSends(circle: circle) { $0.content.subject == subject && $0.alarm.preset == preset }
    }

    /// A reminder for a family member who may see it, advanced to its present occurrence.
    ///
    /// - Throws: the problem `not-found` for anyone else.
    func asked(
        _ id: ReminderID,
        by person: PersonID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> RequestedReminder {
        guard let record = try record(ReminderBody.self, DocumentID(of: id), in: snapshot) else {
            throw Problem(.notFound)
        }
        let (roster, member) = try family(record.body.reminder.circle, for: person, in: snapshot)
        guard record.body.reminder.isVisible(to: member) else { throw Problem(.notFound) }
        var body = record.body
        body.reminder.catchUp(at: now, zones: zones)
        return RequestedReminder(body: body, roster: roster, member: member)
    }

    /// A family, and the caller's membership.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle, or where the circle is no family.
    func family(
        _ circle: CircleID,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> (CircleRoster, ReminderMember) {
        let roster = try roster(of: circle, for: person, in: snapshot)
        guard roster.circle.kind == .family, let membership = roster.member(person) else { throw Problem(.notFound) }
        return (roster, ReminderMember(membership))
    }

    /// The view of a reminder for a member.
    func view(
        of body: ReminderBody,
        for person: PersonID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> ReminderView {
        let row = try body.alarm.flatMap { try snapshot.alarm($0) }
        let live = row.flatMap { $0.alarm.state.isFinal ? nil : $0.alarm }
        var missed: Instant?
        if let row, live?.lastEnd == .missed {
            let past = try pastOccurrence(of: row, record: snapshot.record(of: row.key), in: snapshot)
            // Until the next time is near, the one that was missed is still the present one.
            if let past, past.ending == .missed, past.time < body.reminder.due { missed = past.time }
        }
        let first = AlarmID(DocumentID(of: body.reminder.id))
        return ReminderView(
            body.reminder,
            alarm: live?.id,
            lastAlarm: live == nil && body.alarm != first ? body.alarm : nil,
            snoozedUntil: live?.snoozeEnd(at: now),
            missed: missed,
            next: body.successor,
            placeSetBy: body.placeSetBy,
            // What rings next is then another time of the reminder, which nobody has done yet.
            reopenedBy: live?.lastEnd == .missed ? nil : body.reopener,
            silence: try silence(of: body, alarm: live, for: person, at: now, in: snapshot)
        )
    }
}

extension Reminder {
    /// Whether a member may see the reminder: parents see all of the family's, children those from or for them.
    fileprivate func isVisible(to member: ReminderMember) -> Bool {
        member.isParent || [creator, assignee].contains(member.person)
    }
}
