import AlarmCore
import AlarmWire
import Engine
import Storage

extension Model {
    /// Follows when an alarm is due and when it may ring, from the requests rather than the relay's decisions.
    func updateTime(_ committed: inout CommittedAlarm, _ old: CommittedAlarm?, _ commit: Commit, _ events: [AlarmEvent])
    {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        if old == nil || old?.row.alarm.revision != alarm.revision {
            committed.notBefore = alarm.due
            if case .once(let due) = alarm.schedule {
                check(alarm.due == due, "\(name) is due at another time than its own")
            }
            checkRequestedTime(commit)
            if let old { checkRenewal(old.row.alarm, commit, events) }
        } else if let old, let wish = commit.request?.snooze, alarm.epoch > old.row.alarm.epoch {
            let now = commit.decidedAt
            let latest = latestSnooze(of: commit)
            let asked = max(min(wish ?? now + .minutes(9), latest ?? wish ?? now + .minutes(9)), now + .seconds(1))
            committed.notBefore = max(min(asked, now + .hours(24)), alarm.due)
            let gap = (alarm.base - committed.notBefore).milliseconds
            check(gap == 0, "\(name) was put off to another time than asked, \(gap) ms later")
        }
        checkPromise(old?.row.alarm, alarm, events)
    }

    /// Checks that the time that people were promised stays, however late the relay is: only a credit moves it within an
    /// epoch.
    private func checkPromise(_ before: Alarm?, _ alarm: Alarm, _ events: [AlarmEvent]) {
        guard let before, before.revision == alarm.revision, before.epoch == alarm.epoch,
            !events.contains(where: { $0.kind == .credited })
        else { return }
        check(alarm.promisedTime == before.promisedTime, "\(named(alarm.id)) forgets when it was to ring")
    }

    private func checkRequestedTime(_ commit: Commit) {
        let asked: AlarmTime?
        switch commit.request?.kind {
        case .accept(let request) where request.rule == nil: asked = request.time
        case .change(_, let change): asked = change.time
        default: asked = nil
        }
        guard case .instant(let instant)? = asked?.timestamp, case .once = commit.row.alarm.schedule else { return }
        check(commit.row.alarm.due == instant, "\(named(commit.row.alarm.id)) is not due when it was asked to be")
    }

    /// Checks a question that was put off: the relay was away since the last activity, it is quiet hours, or new rules of
    /// their zone have moved their end.
    private func checkPutOff(_ before: Alarm, _ commit: Commit) {
        guard let household = household(in: commit.row.circle) else { return }
        let last = household.lastActivity ?? before.due
        let absences = (try? commit.snapshot.blindIntervals(limit: 100)) ?? []
        let wasAway = absences.contains { $0.until > last && $0.from < before.due }
        let zone = commit.life.engine?.zones.rules(for: SimulatedZones.name)
        let isQuiet = zone.flatMap { household.settings.quietHours?.contains(commit.decidedAt, in: $0) } ?? false
        // A clock may be off by two hours, and new rules are in force once the housekeeper has looked.
        let margin = Span.hours(2) + max(world.profile.pollInterval, Engine.defaultPollInterval)
        let hasNewRules = household.settings.quietHours != nil && zoneDisturbed.map { $0 > last - margin } ?? false
        check(
            before.base <= commit.decidedAt && commit.row.alarm.due > commit.decidedAt
                && (wasAway || isQuiet || hasNewRules),
            "\(named(before.id)) is put off, and the relay was not away"
        )
    }

    private func checkRenewal(_ before: Alarm, _ commit: Commit, _ events: [AlarmEvent]) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        if commit.request == nil, alarm.preset == EscalationPolicy.inactivity.name {
            return checkPutOff(before, commit)
        }
        if commit.request == nil, alarm.preset == EscalationPolicy.wellness.name {
            return check(alarm.due > commit.decidedAt, "\(name) moves to a time that is past")
        }
        guard case .recurring(let rule, let start, let zone) = alarm.schedule,
            let rules = commit.life.engine?.zones.rules(for: zone)
        else {
            let isOwn = commit.request != nil || raisesAgain(commit)
            return check(isOwn, "\(name), which rings once, began anew by itself")
        }
        // A change of the message alone keeps the time until the housekeeper applies new zone rules.
        if case .change(_, let change)? = commit.request?.kind, change.time == nil { return }
        let recurrence = Recurrence(rule: rule, start: start, zone: rules)
        check(
            recurrence.next(after: alarm.due - .milliseconds(1))?.instant == alarm.due,
            "\(name) is due at a time that is not of its rule"
        )
        guard events.contains(where: { $0.kind == .renewed }) else { return }
        // An occurrence that was moved because of new zone rules may repeat at the time of an earlier one.
        guard !events.contains(where: { $0.kind == .rescheduled }) else { return }
        check(alarm.due > before.due, "\(name) repeats what was over")
        var passed = before.due
        while let next = recurrence.next(after: passed)?.instant, next < alarm.due {
            passed = next
            let isOld = next < commit.decidedAt - .minutes(15)
            check(
                next <= commit.decidedAt && (isOld || alarm.due <= commit.decidedAt),
                "\(name) passed over an occurrence that could still ring"
            )
        }
    }

    /// Checks the rings that this commit ordered, and that none is missing.
    func checkRings(_ fresh: [DeliveryRow], _ committed: CommittedAlarm, _ commit: Commit, _ events: [AlarmEvent]) {
        let name = named(commit.row.alarm.id)
        for row in fresh where row.order.stage == .ring {
            let isPresent = row.order.revision == commit.row.alarm.revision
            let notBefore = isPresent ? committed.notBefore : row.order.due
            check(row.createdAt >= notBefore, "\(name) would ring \((notBefore - row.createdAt).milliseconds) ms early")
        }
        let begins = events.contains { $0.kind == .due || $0.kind == .late }
        guard begins, commit.row.alarm.state == .ringing else { return }
        if !committed.hasExcuse {
            check(commit.decidedAt - committed.notBefore <= .minutes(15), "\(name) rings after it was to be given up")
        }
        guard let devices = try? commit.snapshot.devices(of: commit.row.receiver) else { return }
        for device in devices where device.isReachable {
            let known = commit.row.alarm.progress.first { $0.device == device.id }
            // A page rings by itself only while some node has heard it in the last minute.
            let maySpeak = { (heard: Instant) in heard <= commit.decidedAt && commit.decidedAt - heard < .minutes(1) }
            let isThere =
                device.platform.staysArmed || world.phones[device.id]?.heard.contains(where: maySpeak) ?? false
            if known?.isArmed == true && isThere || known?.isRinging == true { continue }
            check(
                fresh.contains { $0.order.stage == .ring && $0.order.destination == .device(device.id) },
                "\(name) is due, and nothing was ordered for a phone that does not ring by itself"
            )
        }
    }

    /// What the same decision ordered for other alarms of the same receiver.
    private func orderedForOthers(in commit: Commit) throws -> [DeliveryRow] {
        // One that tells of all may have ended in the same decision.
        try inOrder.filter { $0.row.receiver == commit.row.receiver }
            .flatMap { try commit.snapshot.deliveries(of: $0.row.key) }
            .filter { $0.createdAt == commit.decidedAt }
    }

    /// Checks that everybody who must be told of an end is told.
    func checkAccounts(_ old: CommittedAlarm?, _ commit: Commit, _ events: [AlarmEvent]) throws {
        let name = named(commit.row.alarm.id)
        let senders = try commit.snapshot.devices(of: commit.row.sender).filter(\.isReachable)
        let receivers = try commit.snapshot.devices(of: commit.row.receiver).filter(\.isReachable)
        // Two transactions in one millisecond that order the same delivery identifier make one order.
        let ordered = commit.deliveries.filter { $0.createdAt == commit.decidedAt }
        for event in events {
            let stages: [Stage]
            switch event.kind {
            case .missed: stages = [.noAnswer, .missed]
            case .acknowledged: stages = [.acknowledged]
            case .dismissed: stages = [.dismissed]
            case .declined: stages = [.declined]
            case .blocked: stages = [.blocked]
            default: continue
            }
            // One alarm that waits for a lost phone tells of all of them.
            let telling = try event.kind == .blocked ? ordered + orderedForOthers(in: commit) : ordered
            for device in senders {
                check(
                    telling.contains { stages.contains($0.order.stage) && $0.order.destination == .device(device.id) },
                    "\(name): \(event.kind.rawValue), and the sender is not told"
                )
            }
        }
        let ends: [AlarmEvent.Kind] = [.acknowledged, .dismissed, .declined, .cancelled, .snoozed]
        guard let end = events.first(where: { ends.contains($0.kind) }) else { return }
        for known in old?.row.alarm.progress ?? [] where known.isInformed && known.device != end.device {
            guard receivers.contains(where: { $0.id == known.device }) else { continue }
            check(
                ordered.contains { $0.order.stage == .cancel && $0.order.destination == .device(known.device) },
                "\(name): \(end.kind.rawValue), and another phone that was informed is not told"
            )
        }
    }
}
