import AlarmCore
import AlarmWire
import Engine
import Storage

extension Reminders {
    func asked(_ id: ReminderID, by device: Device) throws -> RequestedReminder {
        try engine.asked(id, by: device.person, at: now, in: transaction)
    }

    func show(_ body: ReminderBody, to device: Device) throws -> EngineResponse {
        EngineResponse(200, try engine.view(of: body, for: device.person, at: now, in: transaction))
    }

    func drawReminderID() -> ReminderID {
        let now = now
        return engine.random.draw { ReminderID.timeOrdered(at: now, using: &$0) }
    }

    /// Checks that neither a reminder nor an alarm has the identifier that a client drew for a reminder.
    ///
    /// - Throws: the problem `id-reused`.
    func unused(_ id: ReminderID) throws -> ReminderID {
        guard try tx.record(ReminderBody.self, DocumentID(of: id)) == nil,
            try transaction.alarm(AlarmID(high: id.high, low: id.low)) == nil
        else {
            throw Problem(
                .idReused,
                detail: "a reminder or an alarm with this id exists: draw a new one",
                pointer: "/reminderId"
            )
        }
        return id
    }

    /// Stores a reminder, which belongs to its creator and is deleted with them.
    func save(_ body: ReminderBody) throws {
        let reminder = body.reminder
        try tx.put(
            SealedRecord(
                id: DocumentID(of: reminder.id),
                owner: reminder.creator,
                circle: reminder.circle,
                position: reminder.due.milliseconds,
                body: body
            )
        )
        tx.commitEffects.persons.formUnion([reminder.creator, reminder.assignee])
    }

    /// Begins the alarm that rings for a reminder, by its rule if it recurs.
    ///
    /// None begins for an assignee whose consent excludes the creator, altogether or at that time: the reminder then
    /// only appears in the list, until the consent allows it (``resume(from:to:)``). One that goes on in place of a
    /// `former` alarm keeps its snooze and its steps, and that its sound was turned off.
    func ring(
        for body: inout ReminderBody,
        at due: Instant,
        named id: AlarmID? = nil,
        inPlaceOf former: Alarm? = nil
    ) throws {
        let reminder = body.reminder
        let recurs = reminder.details.schedule.isRecurring
        let time = former?.snoozeEnd(at: now) ?? due
        guard try !tx.consents.isEnded(from: reminder.creator, to: reminder.assignee, at: time, recurs: recurs) else {
            body.alarm = nil
            body.isHeldBack = true
            return
        }
        body.isHeldBack = false
        let row = try tx.begin(
            PresetAlarm(
                id: id,
                kind: ReminderKind(),
                sender: reminder.creator,
                receiver: reminder.assignee,
                circle: reminder.circle,
                due: due,
                schedule: recurs ? AlarmSchedule(reminder.details.schedule) : .once(due),
                subject: DocumentID(of: reminder.id),
                former: former
            )
        )
        body.alarm = row.alarm.id
    }

    /// The alarm that rings for a reminder, unless it has ended.
    func liveAlarm(of body: ReminderBody) throws -> AlarmRow? {
        try body.alarm.flatMap { try transaction.alarm($0) }.flatMap { $0.alarm.state.isFinal ? nil : $0 }
    }

    /// Ends the alarm that rings for a reminder, and detaches it.
    func silence(_ body: inout ReminderBody) throws {
        if var row = try liveAlarm(of: body) { try tx.run(.cancel(by: .sender), on: &row) }
        body.alarm = nil
        body.isHeldBack = false
    }

    /// Deletes the open reminders for a person who has left a family, as nothing would ring for them any more.
    func forgetReminders(of assignee: PersonID, in circle: CircleID) throws {
        for record in try tx.records(ReminderBody.self, concerning: circle) {
            let reminder = record.body.reminder
            guard reminder.assignee == assignee, reminder.status == .open else { continue }
            try tx.delete(ReminderBody.self, record.id)
            tx.commitEffects.persons.insert(reminder.creator)
        }
    }

    /// Notifies a family's parents of what a person has done about a reminder.
    @discardableResult
    func tellParents(
        _ kind: ParentNoticeKind,
        about reminder: Reminder,
        of person: PersonID,
        at due: Instant
    ) throws -> AlarmID {
        try tx.begin(
            PresetAlarm(
                kind: kind,
                sender: person,
                receiver: person,
                circle: reminder.circle,
                due: due,
                subject: DocumentID(of: reminder.id)
            )
        ).alarm.id
    }

    /// The details of a request, for a member of the family, and in clear only where the family chose so.
    func details(
        of request: ReminderRequest,
        schedule: ReminderSchedule,
        assignee: PersonID,
        in roster: CircleRoster
    ) throws -> ReminderDetails {
        try Problem.mapping { () throws(ReminderError) in
            guard roster.member(assignee) != nil else { throw .notInFamily }
            let details = try ReminderDetails(
                assignee: assignee,
                title: request.title,
                sealed: request.sealed,
                checklist: request.checklist,
                schedule: schedule
            )
            guard roster.circle.relayMayReadTitles || !details.isClear else { throw .wordsInClear }
            return details
        }
    }

    /// Resolves a requested time into a schedule and its next due time; an unchanged time may have passed.
    func schedule(
        of request: ReminderRequest,
        former: Reminder? = nil
    ) throws -> (schedule: ReminderSchedule, due: Instant) {
        switch request.time {
        case .once(let time, let name):
            let zone = try name.map { try engine.zone(named: $0, at: "/timeZone") }
            let instant: Instant? =
                switch time.timestamp {
                case .instant(let instant): instant
                case .local(let local): zone?.resolve(local).instant
                }
            if let former, let instant, former.details.schedule == .at(instant) { return (.at(instant), instant) }
            let timing = try engine.timing(of: time, zone: name, rule: nil, at: now)
            return (.at(timing.due), timing.due)
        case .days(let days):
            let schedule = ReminderSchedule.selectedDays(days)
            if let former, former.details.schedule == schedule { return (schedule, former.due) }
            try requireStart(of: days, insteadOf: former)
            let zones = engine.zones
            let now = now
            let due = try Problem.mapping { () throws(ReminderError) in
                try schedule.due(after: now - .milliseconds(1), zones: zones)
            }
            guard due <= now + engine.limits.furthestFuture else {
                throw Problem(
                    .timeTooFar,
                    detail: "\(due.iso8601) is too far ahead: choose an earlier start",
                    pointer: "/repeat/start"
                )
            }
            return (schedule, due)
        }
    }

    /// Refuses a first day that is over, which would promise times that never come.
    ///
    /// Yesterday is accepted, because the client may have asked before midnight; a changed reminder may also keep its
    /// first day, or begin on the day of its present occurrence.
    ///
    /// - Throws: the problem `bad-repeat`.
    private func requireStart(of days: SelectedDays, insteadOf former: Reminder?) throws {
        guard let zone = engine.zones.rules(for: days.timeZone) else { return }
        let yesterday = zone.localDateTime(at: now - .days(1)).date
        var earliest = yesterday
        if let former {
            earliest = min(earliest, zone.localDateTime(at: former.due).date)
            if case .selectedDays(let kept) = former.details.schedule { earliest = min(earliest, kept.start) }
        }
        guard days.start >= earliest else {
            let today = zone.localDateTime(at: now).date
            throw Problem(
                .badRepeat,
                detail: "\(days.start.iso8601) is over: let it begin on \(today.iso8601) or later",
                pointer: "/repeat/start"
            )
        }
    }

    /// Checks that there is room for one more open reminder.
    func requireRoom(in circle: CircleID, from creator: PersonID, to assignee: PersonID) throws {
        let open = try tx.records(ReminderBody.self, concerning: circle).map(\.body.reminder).filter {
            $0.status == .open
        }
        guard open.count < ReminderLimits.open else {
            throw Problem(.quotaExceeded, detail: "\(ReminderLimits.open) open reminders are the most: delete some")
        }
        let pending = open.count { $0.creator == creator && $0.assignee == assignee }
        guard pending < engine.limits.pendingAlarms else {
            throw Problem(
                .quotaExceeded,
                detail: "\(engine.limits.pendingAlarms) reminders may be open for one person: delete some first"
            )
        }
    }

    /// Counts a reminder that is set or changed against its creator, for each assignee apart.
    func countReminder(from creator: PersonID, to assignee: PersonID) throws {
        try count("reminders/\(creator)/\(assignee)") { most, unit in
            "\(most) reminders \(unit) may be set for one person: wait a while"
        }
    }

    /// Counts an action of which the parents of a family are told: a completion, or a place that may be left.
    func countNotice(of kind: ParentNoticeKind, about person: PersonID, in circle: CircleID) throws {
        try count("\(kind.policy.name)/\(circle)/\(person)") { most, unit in
            "\(most) times \(unit) one person's doings are told to a family: wait a while"
        }
    }

    private func count(_ key: String, _ refusal: (Int, String) -> String) throws {
        try tx.count(
            as: String(key.prefix { $0 != "/" }),
            under: key,
            perHour: engine.limits.requestsPerHour,
            perDay: engine.limits.requestsPerDay
        ) { Problem(.quotaExceeded, detail: refusal($0, $1)) }
    }
}

extension AlarmSchedule {
    /// The alarm schedule of a reminder.
    init(_ schedule: ReminderSchedule) {
        switch schedule {
        case .at(let due): self = .once(due)
        case .selectedDays(let days):
            self = .recurring(
                rule: days.rule,
                start: LocalDateTime(date: days.start, time: days.time),
                zone: days.timeZone
            )
        }
    }
}
