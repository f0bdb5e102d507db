import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Model {
    /// Checks what an alarm of a family ordered in this commit: what rings, who is told, and that nobody is left out.
    func checkFamily(_ fresh: [DeliveryRow], _ committed: CommittedAlarm, _ commit: Commit, _ events: [AlarmEvent]) {
        guard let family = family(in: commit.row.circle) else { return }
        let alarm = commit.row.alarm
        if alarm.preset == EscalationPolicy.completion.name { checkCompletion(fresh, committed, commit, family) }
        if alarm.preset == EscalationPolicy.movement.name, alarms[commit.row.key] == nil {
            requireTold([.moved], family.parents(at: version), fresh, commit)
        }
        guard alarm.preset == EscalationPolicy.reminder.name else { return }
        let chore = family.chore(of: commit.row.content.subject)
        // An alarm that rings anew at once, after its completion was taken back, still stands for the former time.
        if alarms[commit.row.key] == nil, alarm.due == commit.decidedAt { chore?.reopened = alarm.id }
        let isReopened = chore?.reopened == alarm.id && alarm.revision == 1
        let formerDue = chore?.due
        if let chore, chore.isRecurring, !alarm.state.isFinal, !isReopened { chore.due = alarm.due }
        checkRings(fresh, committed, commit, events)
        checkNudges(fresh, commit, family, chore)
        if fresh.contains(where: { $0.order.stage == .unfinished }) {
            count(.unfinishedTold)
            check(
                chore.map { $0.completion == nil && !$0.isForgotten } ?? false,
                "\(named(alarm.id)): somebody is told that it was not completed, and it was"
            )
        }
        guard events.contains(where: { $0.kind == .missed }), let chore else { return }
        chore.hasLapsed = true
        let lapsed = alarms[commit.row.key]?.row.alarm
        chore.lapsedDue = chore.reopened == alarm.id && lapsed?.revision == 1 ? formerDue : lapsed?.due
        let parents = family.parents(at: version).filter { $0 !== chore.assignee && $0 !== chore.creator }
        requireTold([.unfinished, .missed, .noAnswer], [chore.creator] + parents, fresh, commit)
    }

    /// Checks that only parents and the creator hear that a reminder is not done, each once in a commit.
    private func checkNudges(
        _ fresh: [DeliveryRow],
        _ commit: Commit,
        _ family: SimulatedFamily,
        _ chore: SimulatedFamily.SimulatedReminder?
    ) {
        let name = named(commit.row.alarm.id)
        let nudges = fresh.filter { [.unfinished, .noAnswerYet].contains($0.order.stage) }
        let people = family.parents(at: version) + [chore?.creator].compactMap { $0 }
        let entitled = people.map { Destination.device($0.id) }
        for row in nudges {
            check(
                entitled.contains(row.order.destination),
                "\(name) tells somebody who is no parent of the family that it is not done"
            )
            check(
                nudges.count { $0.order.destination == row.order.destination } == 1,
                "\(name) tells somebody twice at once that it is not done"
            )
        }
    }

    private func requireTold(_ stages: [Stage], _ phones: [Phone], _ fresh: [DeliveryRow], _ commit: Commit) {
        for phone in phones where (try? commit.snapshot.device(phone.id))??.isReachable ?? false {
            check(
                fresh.contains { stages.contains($0.order.stage) && $0.order.destination == .device(phone.id) },
                "\(named(commit.row.alarm.id)): \(phone.name) is not told, \(stages[0].rawValue)"
            )
        }
    }

    /// Checks that parents are told of a completion that stands, 30 s later, each once.
    private func checkCompletion(
        _ fresh: [DeliveryRow],
        _ committed: CommittedAlarm,
        _ commit: Commit,
        _ family: SimulatedFamily
    ) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        let completion = family.chore(of: commit.row.content.subject)?.completion
        let told = fresh.filter { $0.order.stage == .completed }
        if !told.isEmpty {
            check(completion?.alarm == alarm.id, "\(name) tells of a completion that was taken back")
            check(
                completion.map { commit.decidedAt >= $0.at + .seconds(30) } ?? false,
                "\(name) tells of a completion that can still be taken back"
            )
        }
        let parents = family.parents(at: version)
        for row in told {
            check(
                parents.contains { .device($0.id) == row.order.destination },
                "\(name) tells somebody who is no parent of the family"
            )
            let count = committed.deliveries.values.count {
                $0.order.stage == .completed && $0.order.destination == row.order.destination
            }
            check(count == 1, "\(name) tells the same parent \(count) times")
        }
        switch alarm.state {
        case .told:
            guard !(alarms[commit.row.key]?.row.alarm.state.isFinal ?? false) else { return }
            count(.completionTold)
            requireTold([.completed], parents, fresh, commit)
        case .cancelled:
            guard !(alarms[commit.row.key]?.row.alarm.state.isFinal ?? false) else { return }
            if case .family(.undo)? = commit.request?.kind { return }
            fail("\(name) tells nobody, and its completion was not taken back")
        default: break
        }
    }

    /// Checks what is about to be sent to a family's parents.
    func checkFamilyStart(of flight: SendAttempt, _ row: DeliveryRow, _ committed: CommittedAlarm, _ look: PreSendRead)
    {
        guard row.order.stage == .completed || row.order.stage == .moved, let family = family(in: committed.row.circle)
        else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(committed.row.alarm.id))"
        check(!family.undone.contains(committed.row.alarm.id), "\(what) was sent after the completion was taken back")
        check(
            family.parents(at: look.version).contains { .device($0.id) == row.order.destination },
            "\(what) was sent to somebody who is no parent of the family"
        )
        guard row.order.destination.device == family.grandparent?.id else { return }
        checkPromise(
            family.promisedSilence,
            flight,
            look,
            "\(what) was sent to somebody who was told that they have left"
        )
    }

    /// Checks that no delivery to a family's parents, or to a reminder's creator, ended without a reason.
    func checkFamilyEnd(of row: DeliveryRow, _ committed: CommittedAlarm, _ commit: Commit) {
        guard [.completed, .moved, .unfinished, .noAnswerYet].contains(row.order.stage),
            let family = family(in: commit.row.circle),
            let device = row.order.destination.device
        else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(commit.row.alarm.id))"
        let hasLeft = device == family.grandparent?.id && family.hasLeft != nil
        switch row.state {
        case .refused:
            let isRefused = wasRefused(row)
            let isAway = !((try? commit.snapshot.device(device))??.isReachable ?? false)
            check(isRefused || isAway, "\(what) was given up, and nobody refused it")
        case .expired:
            check(commit.decidedAt >= row.order.deadline - .minutes(30), "\(what) was given up before its time")
        case .superseded:
            let isNudge = [.unfinished, .noAnswerYet].contains(row.order.stage)
            let chore = family.chore(of: commit.row.content.subject)
            // What was dropped while a completion stood stays so when that is undone.
            let since = committed.versions[row.order.id] ?? 0
            let isOver = chore.map { $0.completion != nil || $0.isForgotten || ($0.undoneAt ?? 0) > since } ?? true
            check(hasLeft || (isNudge && isOver), "\(what) was dropped, and nothing had ended it")
        case .pending, .leased, .accepted: break
        }
    }
}
