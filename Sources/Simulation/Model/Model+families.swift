import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// How long a completion can be undone.
    private static let undo = Span.seconds(30)

    /// Returns the family of this circle.
    func family(in circle: CircleID) -> SimulatedFamily? {
        world.families.first { $0.id == circle }
    }

    /// Returns the reminder that a delivery tells of.
    func chore(_ delivery: DeliveryID) -> (SimulatedFamily, SimulatedFamily.SimulatedReminder)? {
        guard !world.families.isEmpty,
            let row = alarms.ordering(delivery)?.row,
            let family = family(in: row.circle), let chore = family.chore(of: row.content.subject)
        else { return nil }
        return (family, chore)
    }

    /// Returns the end of the last snooze that the family allows; nil if the alarm belongs to no reminder.
    func latestSnooze(of commit: Commit) -> Instant? {
        guard let family = family(in: commit.row.circle) else { return nil }
        return (family.chore(of: commit.row.content.subject)?.due ?? commit.row.alarm.due) + family.snoozeLimit
    }

    /// Updates the model of a family from a request and the transaction that served it.
    func followFamily(_ request: DeviceRequest) {
        guard let family = world.family(of: request.phone), let commit = request.commit else { return }
        let what = "?\(request.number), \(world.describe(request))"
        let rows = commit.epochs.keys.compactMap { alarm($0)?.row }.filter { $0.circle == family.id }
            .sorted { $0.key < $1.key }
        let isNew = learn(rows, family, request)
        for row in rows where row.alarm.preset == EscalationPolicy.completion.name {
            takeCompletion(row, family, request, what)
        }
        if request.snooze != nil, rows.contains(where: { $0.alarm.state == .snoozed }) { count(.reminderSnoozed) }
        switch request.kind {
        case .report(let id, let receipt):
            guard let alarm = alarm(id)?.row.alarm else { return }
            check(
                receipt.report != .acknowledged || alarm.state.isFinal || receipt.revision != alarm.revision,
                "\(what) was answered, and the reminder rings on"
            )
        case .family(.add): check(isNew, "\(what) was answered, and nothing rings")
        case .family(let act):
            guard let chore = act.reminder.flatMap({ family.chores[$0] }) else { return }
            follow(act, chore, rows, request, family, what)
            checkRinging(chore, act, request, family, what)
        default: break
        }
    }

    /// Records reminders that a transaction created; returns whether there is one.
    private func learn(_ rows: [AlarmRow], _ family: SimulatedFamily, _ request: DeviceRequest) -> Bool {
        var isNew = false
        for row in rows where row.alarm.preset == EscalationPolicy.reminder.name {
            guard let subject = row.content.subject, family.chore(of: subject) == nil,
                let creator = family.phones.first(where: { $0.person == row.sender }),
                let assignee = family.phones.first(where: { $0.person == row.receiver })
            else { continue }
            var hasPlace = false
            if case .family(.add(let reminder)) = request.kind { hasPlace = reminder.place != nil }
            let chore = SimulatedFamily.SimulatedReminder(
                id: ReminderID(subject),
                creator: creator,
                assignee: assignee,
                due: row.alarm.due,
                isRecurring: row.alarm.schedule.recurs,
                isPlaceWatched: hasPlace,
                hasParentsPlace: hasPlace && creator === family.parent
            )
            family.chores[chore.id] = chore
            world.planAround(chore, in: family)
            isNew = true
        }
        return isNew
    }

    /// Records a completion, which the parents are told of 30 s later.
    private func takeCompletion(_ row: AlarmRow, _ family: SimulatedFamily, _ request: DeviceRequest, _ what: String) {
        guard let chore = family.chore(of: row.content.subject) else { return fail("\(what) completed nothing") }
        guard chore.completion?.alarm != row.alarm.id, !family.undone.contains(row.alarm.id) else { return }
        check(chore.completion == nil && !chore.isForgotten, "\(what) completed what is done or gone")
        check(
            [chore.creator.person, chore.assignee.person].contains(request.phone.person),
            "\(what) completed what is for others to complete"
        )
        check(row.alarm.due == request.decidedAt + Self.undo, "\(what) is not told 30 s later")
        chore.completion = SimulatedFamily.Completion(alarm: row.alarm.id, at: request.decidedAt)
        // A late completion is about the occurrence that lapsed, until the next one is near.
        if chore.isRecurring, let lapsed = chore.lapsedDue, chore.due > request.decidedAt + ReminderLimits.notice {
            chore.due = lapsed
        }
        let rings = rowsRinging(for: chore, family).flatMap { alarm($0.alarm.id)?.deliveries.keys.map { $0 } ?? [] }
        if world.sendAttempts.contains(where: { $0.isUnderWay && rings.contains($0.id) }) { count(.completedUnderWay) }
        world.planUndoing(chore)
    }

    private func follow(
        _ act: FamilyAction,
        _ chore: SimulatedFamily.SimulatedReminder,
        _ rows: [AlarmRow],
        _ request: DeviceRequest,
        _ family: SimulatedFamily,
        _ what: String
    ) {
        switch act {
        case .add, .leave: break
        case .complete: check(chore.completion != nil, "\(what) was answered, and the reminder is open")
        case .undo:
            guard let completion = chore.completion else { return }
            let notice = alarm(completion.alarm)
            check(request.decidedAt < completion.at + Self.undo, "\(what) was answered after 30 s")
            check(notice?.row.alarm.state.isFinal ?? false, "\(what) was answered, and parents will be told")
            check(
                notice?.deliveries.values.contains { $0.order.stage == .completed } == false,
                "\(what) was answered, and parents are told all the same"
            )
            family.undone.insert(completion.alarm)
            chore.completion = nil
            chore.undoneAt = version
            count(.undoWon)
        case .edit:
            check(chore.completion == nil, "\(what) changed what is done")
            chore.due = rowsRinging(for: chore, family).first { !$0.alarm.state.isFinal }?.alarm.due ?? chore.due
        case .snooze: check(chore.completion == nil, "\(what) put off what is done")
        case .place:
            let isParents = request.phone === family.parent
            check(chore.completion == nil, "\(what) changed what is done")
            check(isParents || !chore.hasParentsPlace, "\(what) changed the place that a parent has set")
            chore.isPlaceWatched = true
            chore.hasParentsPlace = isParents
        case .position(_, let isAway):
            guard !chore.isRecurring else { return }
            let isTold = chore.completion == nil && chore.isPlaceWatched && isAway
            checkMovement(rows, isTold: isTold, family, what)
            if isTold { chore.isPlaceWatched = false }
        case .delete: chore.isForgotten = true
        }
    }

    private func checkMovement(_ rows: [AlarmRow], isTold: Bool, _ family: SimulatedFamily, _ what: String) {
        let told = rows.filter { $0.alarm.preset == EscalationPolicy.movement.name }
        check(told.count == (isTold ? 1 : 0), "\(what): \(told.count) times the parents are told that somebody moved")
        if isTold { count(.movementTold) }
    }

    private func rowsRinging(for chore: SimulatedFamily.SimulatedReminder, _ family: SimulatedFamily) -> [AlarmRow] {
        inOrder.map(\.row).filter { row in
            row.circle == family.id && row.alarm.preset == EscalationPolicy.reminder.name
                && row.content.subject == DocumentID(of: chore.id)
        }
    }

    /// Checks that a reminder rings once while it is open, and not at all once it is completed or deleted.
    private func checkRinging(
        _ chore: SimulatedFamily.SimulatedReminder,
        _ act: FamilyAction,
        _ request: DeviceRequest,
        _ family: SimulatedFamily,
        _ what: String
    ) {
        let live = rowsRinging(for: chore, family).filter { !$0.alarm.state.isFinal }
        guard chore.completion == nil, !chore.isForgotten else {
            return check(live.isEmpty, "\(what): it is done or gone, and rings on")
        }
        check(live.count <= 1, "\(what): it rings \(live.count) times")
        let now = request.decidedAt
        switch act {
        // A request that was executed once more, under another name, may come when its time is over.
        case .edit(_, let reminder) where !reminder.isPast(at: now):
            check(live.count == 1, "\(what), and nothing rings")
        // A reminder that began to ring again before the clock was set back keeps its time, and so does one that another
        // undo, decided later and committed sooner, has opened again.
        case .undo
        where chore.undoneAt == version && !chore.isRecurring && !world.profile.hasClockSteps && chore.due > now:
            check(live.first?.alarm.due == chore.due || chore.hasLapsed, "\(what), and it does not ring when it is due")
        default: break
        }
    }

    /// Records that the grandparent was told that they have left.
    func promiseFamily(
        _ request: DeviceRequest,
        _ commit: (version: Int, at: Instant, life: NodeProcess, epochs: [AlarmID: Int])
    ) {
        guard case .family(.leave) = request.kind, let family = world.family(of: request.phone) else { return }
        family.promisedSilence = family.promisedSilence ?? (commit.version, commit.life)
    }

    /// Whether a child asked for a place where a parent, who set the reminder, may have set one.
    func mayBeParentsPlace(_ request: DeviceRequest) -> Bool {
        guard case .family(.place(let id)) = request.kind, let family = world.family(of: request.phone),
            let chore = family.chores[id]
        else { return false }
        return request.phone !== family.parent && chore.creator === family.parent
    }

    /// Checks that an undo was not refused while it was still possible.
    func checkRefusal(of request: DeviceRequest, _ what: String) {
        guard case .family(.undo(let id)) = request.kind, let chore = world.family(of: request.phone)?.chores[id] else {
            return
        }
        count(.undoLost)
        guard let completion = chore.completion, completion.at <= request.decidedAt else { return }
        let isTold = alarm(completion.alarm)?.row.alarm.state.isFinal ?? true
        check(
            request.decidedAt >= completion.at + Self.undo || isTold,
            "\(what) was refused, and nobody had been told"
        )
    }
}

extension ReminderRequest {
    /// Whether the reminder is for one time, which has passed.
    fileprivate func isPast(at now: Instant) -> Bool {
        guard case .once(let time, _) = self.time, case .instant(let instant) = time.timestamp else { return false }
        return instant <= now
    }
}
