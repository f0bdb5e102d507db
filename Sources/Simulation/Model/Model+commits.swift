import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

extension Model {
    /// Compares the alarms that a transaction touched with the model.
    func observe(_ snapshot: any Snapshot, touched: TransactionChanges, by life: NodeProcess) throws {
        version += 1
        noteHeartbeats(touched, by: life)
        // Most transactions of a quiet evening touch nothing that people know of.
        guard !touched.alarms.isEmpty || touched.allDeliveries || world.serving != nil || world.returning != nil else {
            return
        }
        let request = world.serving
        var concerned = touched.alarms
        if touched.allDeliveries { concerned.formUnion(alarms.keys) }
        let all = concerned.isEmpty ? [] : try snapshot.wakes(through: Instant(milliseconds: .max), limit: .max)
        let wakes = Dictionary(uniqueKeysWithValues: all.map { ($0.alarm, $0.at) })
        if let request, request.commit == nil { anticipate(request) }
        let returned = world.returning.map { ($0, alarms.ordering($0.letter.id)) }
        for key in concerned.sorted() {
            guard let row = try snapshot.alarm(key: key) else {
                fail("\(alarms[key].map { named($0.row.alarm.id) } ?? "an alarm") is gone from the store")
                continue
            }
            let commit = Commit(
                snapshot: snapshot,
                life: life,
                request: request,
                takesOver: touched.takesOver,
                row: row,
                wake: wakes[key],
                deliveries: try snapshot.deliveries(of: key),
                record: try snapshot.record(of: key)
            )
            try take(commit)
        }
        if let (returning, former) = returned, let former { try checkReturn(returning, former, snapshot, by: life) }
        guard let request, request.commit == nil else { return }
        request.commit = (version, world.now, life, [:])
        for key in concerned {
            if let alarm = alarms[key]?.row.alarm { request.commit?.epochs[alarm.id] = alarm.epoch }
        }
        try follow(request, snapshot)
    }

    private func take(_ commit: Commit) throws {
        let (row, alarm) = (commit.row, commit.row.alarm)
        nameUnlessNamed(alarm.id)
        let name = named(alarm.id)
        let old = alarms[row.key]
        var committed = old ?? CommittedAlarm(row: row)
        let events = commit.record.dropFirst(committed.recordCount).map(\.event)
        if let before = old?.row.alarm {
            check(
                !before.state.isFinal || alarm.state == before.state,
                "\(name) was \(before.state.rawValue) and is \(alarm.state.rawValue)"
            )
            check(
                alarm.revision >= before.revision && alarm.epoch >= before.epoch,
                "\(name) went back to an earlier revision"
            )
            if case .report(_, let receipt)? = commit.request?.kind, receipt.revision != before.revision {
                check(
                    alarm == before || isAboutLapsed(receipt, before, commit) || isMembersAnswer(receipt, commit),
                    "\(name) took for its own what was said of another revision"
                )
            }
            check(
                alarm.revision == before.revision || alarm.epoch > before.epoch,
                "\(name) has a new revision in the same epoch"
            )
        }
        check(
            alarm.state.isFinal == (commit.wake == nil),
            "\(name) is \(alarm.state.rawValue) and \(commit.wake == nil ? "has no wake" : "still has a wake")"
        )
        if !events.isEmpty {
            let kinds = events.map(\.kind.rawValue).joined(separator: " ")
            world.note(
                "\(name) is \(alarm.state.rawValue), revision \(alarm.revision), due \(alarm.due.iso8601): \(kinds)"
            )
        }
        updateTime(&committed, old, commit, events)
        let fresh = takeDeliveries(&committed, commit)
        checkLetters(fresh, &committed, commit, events)
        countCheckIn(old, committed, commit)
        checkCare(fresh, old, &committed, commit, events)
        checkFamily(fresh, committed, commit, events)
        checkBrowsers(fresh, commit)
        if alarm.preset == EscalationPolicy.partnerAlarm.name {
            checkRings(fresh, committed, commit, events)
            try checkAccounts(old, commit, events)
        }
        for known in alarm.progress where known.isInformed && alarm.preset == EscalationPolicy.partnerAlarm.name {
            check(
                committed.deliveries.values.contains {
                    $0.order.destination == .device(known.device) && $0.order.revision == alarm.revision
                        && $0.order.stage.asksForAction
                } || world.phones[known.device]?.armedByItself.contains(alarm.id) ?? false,
                "\(name) takes a phone for informed to which nothing was ordered"
            )
        }
        for id in committed.unfinished {
            guard let row = committed.deliveries[id], row.order.stage.asksForAction else { continue }
            check(
                !alarm.state.isFinal && row.order.epoch == alarm.epoch,
                "a \(row.order.stage.rawValue) of \(name) outlived its epoch"
            )
        }
        if events.contains(where: { [.ringing, .blocked, .unblocked].contains($0.kind) }) {
            committed.hasExcuse = true
        }
        if old?.row.alarm.revision != alarm.revision { committed.hasExcuse = false }
        // A question that activity moves was not signalled again: nobody knew of it.
        if let former = old?.row.alarm, former.revision != alarm.revision, former.state != .scheduled,
            let household = household(in: commit.row.circle)
        {
            household.restarts[alarm.id] = commit.decidedAt
        }
        committed.row = row
        committed.wake = commit.wake
        committed.recordCount = commit.record.count
        alarms[row.key] = committed
        keys[alarm.id] = row.key
        for row in fresh { alarms.note(row.order.id, of: commit.row.key) }
    }

    /// Whether somebody completes the occurrence of a reminder that has lapsed, or that a consent has stopped, before
    /// the next one is near.
    private func isAboutLapsed(_ receipt: Receipt, _ alarm: Alarm, _ commit: Commit) -> Bool {
        alarm.preset == EscalationPolicy.reminder.name && [.acknowledged, .completed].contains(receipt.report)
            && [.missed, .cancelled].contains(alarm.lastEnd) && receipt.revision + 1 == alarm.revision
            && alarm.due > commit.decidedAt + ReminderLimits.notice
    }

    /// Whether a member says that they look after the dweller, which holds for an open alert whatever its revision,
    /// unless it was said long before the last signal.
    private func isMembersAnswer(_ receipt: Receipt, _ commit: Commit) -> Bool {
        let answers = [.acknowledged, .completed].contains(receipt.report)
        guard answers, let household = household(in: commit.row.circle) else { return false }
        return household.members.contains { $0.phone === commit.request?.phone }
            && household.mayAnswer(commit.row.alarm.id, given: receipt.at)
    }

    /// Copies the outbox rows into the committed alarm; returns the new ones.
    private func takeDeliveries(_ committed: inout CommittedAlarm, _ commit: Commit) -> [DeliveryRow] {
        var fresh: [DeliveryRow] = []
        for row in commit.deliveries {
            let id = row.order.id
            guard let before = committed.deliveries[id] else {
                fresh.append(row)
                committed.deliveries[id] = row
                committed.versions[id] = version
                if !row.state.isFinal { committed.unfinished.append(id) }
                continue
            }
            guard before != row else { continue }
            checkChange(of: before, to: row, commit)
            noteAttempts(of: row, after: before, &committed)
            if before.state == .accepted, row.state != .accepted { noteReturn(of: row, commit) }
            if before.state == .leased, row.state == .pending {
                committed.givenBack[id] = world.now
                if commit.takesOver { noteTakeOver(of: before, commit) }
            }
            if !before.state.isFinal, row.state.isFinal {
                checkInquiryEnd(of: row, commit)
                checkEnd(of: row, committed, commit)
                checkCareEnd(of: row, committed, commit)
                checkFamilyEnd(of: row, committed, commit)
            }
            committed.deliveries[id] = row
            if row.state.isFinal { committed.unfinished.removeAll { $0 == id } }
            if before.state.isFinal, !row.state.isFinal { committed.unfinished.append(id) }
        }
        check(
            commit.deliveries.count == committed.deliveries.count,
            "deliveries of \(named(commit.row.alarm.id)) are gone from the outbox"
        )
        return fresh
    }

    /// Notes whom an alert may have reached, and whom it certainly has not.
    ///
    /// Whoever was called hears by text message that it is over. A device may learn of an alert without a push.
    private func noteAttempts(of row: DeliveryRow, after before: DeliveryRow, _ committed: inout CommittedAlarm) {
        guard row.order.stage == .alert else { return }
        let id = row.order.id
        var destination = row.order.destination
        if destination.device == nil, row.failedAttempts > before.failedAttempts {
            let wasTaken = world.sendAttempts.contains {
                $0.id == id && $0.attempt == before.attempts && $0.processedAt != nil
            }
            check(!wasTaken, "alert \(id) counts as not handed over, and a server took it")
        }
        if case .contact(let contact, .call) = destination { destination = .contact(contact, .sms) }
        if row.attempts > before.attempts { committed.alertsTo[destination, default: []].insert(id) }
        if destination.device == nil, !row.mayHaveArrived { committed.alertsTo[destination]?.remove(id) }
        if committed.alertsTo[destination]?.isEmpty ?? false { committed.alertsTo[destination] = nil }
    }

    private func checkChange(of before: DeliveryRow, to row: DeliveryRow, _ commit: Commit) {
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(commit.row.alarm.id))"
        check(before.order == row.order, "\(what) became another order")
        check(row.attempts >= before.attempts, "\(what) forgot an attempt")
        if before.state.isFinal {
            check(
                row.state == .accepted || before.state == .accepted && mayReturn(row),
                "\(what) was \(before.state.rawValue) and is \(row.state.rawValue)"
            )
        }
        guard before.state == .leased, let end = before.leaseEnd, commit.life.lastReading < end else { return }
        switch row.state {
        // Its holder is judged as it is taken over.
        case .pending where commit.takesOver: break
        case .leased:
            check(row.attempts == before.attempts, "\(what) was taken from its holder before the lease ended")
        case .pending, .refused, .expired:
            let rightful = world.sendAttempts.contains {
                $0.id == row.order.id && $0.attempt == before.attempts && $0.isUnderWay
            }
            check(!rightful, "\(what) became \(row.state.rawValue) while its rightful holder was sending it")
        case .accepted, .superseded: break
        }
    }
}

/// State of one alarm after a transaction.
struct Commit {
    let snapshot: any Snapshot
    let life: NodeProcess
    let request: DeviceRequest?
    /// Whether leases were taken over from a dead node.
    let takesOver: Bool
    let row: AlarmRow
    let wake: Instant?
    let deliveries: [DeliveryRow]
    let record: [RecordLine]

    /// Time at which the relay made the decision.
    var decidedAt: Instant { row.changedAt }
}
