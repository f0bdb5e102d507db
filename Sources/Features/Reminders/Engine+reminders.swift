package import AlarmCore
package import AlarmWire
package import Storage

extension Engine {
    /// One page of a family's reminders, the earliest first: all of them for a parent, for a child its own and those that it
    /// set.
    ///
    /// - Throws: the problem `not-found` for who is not in the family, `malformed` for a page that is too large.
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
                try bodies[reminder.id].map { try view(of: $0, in: snapshot) }
            },
            next: page.next
        )
    }

    /// One of them.
    ///
    /// - Throws: the problem `not-found` for who may not see it.
    package func reminder(
        _ id: ReminderID,
        for device: Device,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> ReminderView {
        try view(of: try asked(id, by: device.person, at: now, in: snapshot).body, in: snapshot)
    }

    /// Waits until nothing that rings for a reminder is under way, at most ``Limits/drain``.
    package func settle(reminder id: ReminderID) async throws {
        let subject = DocumentID(of: id)
        let ringing = try await read { snapshot in
            // The first alarm has the reminder's name; whoever took a completion back has set another one off.
            guard let circle = try snapshot.alarm(AlarmID(subject))?.circle else { return Set<AlarmKey>() }
            return try self.inFlight.alarms(of: circle).filter { key in
                try snapshot.alarm(key: key).map { row in
                    row.content.subject == subject && row.alarm.preset == EscalationPolicy.reminder.name
                } ?? false
            }
        }
        await inFlight.drain(alarms: ringing, for: limits.drain, by: clock)
    }

    /// A reminder for a member of its family who may see it, brought to the time for which it stands.
    ///
    /// - Throws: the problem `not-found` for everybody else.
    func asked(
        _ id: ReminderID,
        by person: PersonID,
        at now: Instant,
        in snapshot: any Snapshot
    ) throws -> AskedReminder {
        guard let record = try record(ReminderBody.self, DocumentID(of: id), in: snapshot) else {
            throw Problem(.notFound)
        }
        let (roster, member) = try family(record.body.reminder.circle, for: person, in: snapshot)
        guard record.body.reminder.isVisible(to: member) else { throw Problem(.notFound) }
        var body = record.body
        body.reminder.catchUp(at: now, zones: zones)
        return AskedReminder(body: body, roster: roster, member: member)
    }

    /// A family, and the caller's place in it.
    ///
    /// - Throws: the problem `not-found` for who is not in it, or where it is no family.
    func family(
        _ circle: CircleID,
        for person: PersonID,
        in snapshot: any Snapshot
    ) throws -> (CircleRoster, ReminderMember) {
        let roster = try roster(of: circle, for: person, in: snapshot)
        guard roster.circle.kind == .family, let membership = roster.member(person) else { throw Problem(.notFound) }
        return (roster, ReminderMember(membership))
    }

    /// What members see of a reminder.
    func view(of body: ReminderBody, in snapshot: any Snapshot) throws -> ReminderView {
        let alarm = try body.alarm.flatMap { try snapshot.alarm($0)?.alarm }
        let live = alarm.flatMap { $0.state.isFinal ? nil : $0 }
        return ReminderView(
            body.reminder,
            alarm: live?.id,
            snoozedUntil: live?.state == .snoozed ? live?.base : nil,
            next: body.successor
        )
    }
}

extension Reminder {
    /// Whether a member may see it: parents see all of the family's, children what concerns them.
    fileprivate func isVisible(to member: ReminderMember) -> Bool {
        member.isParent || [creator, assignee].contains(member.person)
    }
}
