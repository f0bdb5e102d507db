import AlarmCore
import AlarmWire
import Engine
import Storage

extension Model {
    /// Follows when an alarm is due and from when on it may ring, by what was asked and not by what was decided.
    func updateTime(_ mirror: inout Mirror, _ old: Mirror?, _ commit: Commit, _ events: [AlarmEvent]) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        if old == nil || old?.row.alarm.revision != alarm.revision {
            mirror.notBefore = alarm.due
            if case .once(let due) = alarm.schedule {
                check(alarm.due == due, "\(name) is due at another time than its own")
            }
            checkRequestedTime(commit)
            if let old { checkRenewal(old.row.alarm, commit, events) }
        } else if let old, let wish = commit.request?.snooze, alarm.epoch > old.row.alarm.epoch {
            let now = commit.decidedAt
            let latest = latestSnooze(of: commit)
            let asked = max(min(wish ?? now + .minutes(9), latest ?? wish ?? now + .minutes(9)), now + .seconds(1))
            mirror.notBefore = max(min(asked, now + .hours(24)), alarm.due)
            check(alarm.base == mirror.notBefore, "\(name) was put off to another time than asked")
        }
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

    /// A question that came due was put off, as nobody asked: the relay has not heard its dweller, or must not ask now.
    private func checkPutOff(_ before: Alarm, _ commit: Commit) {
        guard let household = household(in: commit.row.circle) else { return }
        let last = household.lastActivity ?? before.due
        let absences = (try? commit.snapshot.blindIntervals(limit: 100)) ?? []
        let wasAway = absences.contains { $0.until > last && $0.from < before.due }
        let zone = commit.life.engine?.zones.rules(for: SimulatedZones.name)
        let isQuiet = zone.flatMap { household.settings.quietHours?.contains(commit.decidedAt, in: $0) } ?? false
        check(
            before.base <= commit.decidedAt && commit.row.alarm.due > commit.decidedAt && (wasAway || isQuiet),
            "\(named(before.id)) is put off, and the relay was not away"
        )
    }

    private func checkRenewal(_ before: Alarm, _ commit: Commit, _ events: [AlarmEvent]) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        if commit.request == nil, alarm.preset == EscalationPolicy.inactivity.name {
            return checkPutOff(before, commit)
        }
        guard case .recurring(let rule, let start, let zone) = alarm.schedule,
            let rules = commit.life.engine?.zones.rules(for: zone)
        else {
            return check(commit.request != nil, "\(name), which rings once, began anew by itself")
        }
        // Other words leave the time as it is, until the housekeeper comes round to new rules.
        if case .change(_, let change)? = commit.request?.kind, change.time == nil { return }
        let recurrence = Recurrence(rule: rule, start: start, zone: rules)
        check(
            recurrence.next(after: alarm.due - .milliseconds(1))?.instant == alarm.due,
            "\(name) is due at a time that is not of its rule"
        )
        guard events.contains(where: { $0.kind == .renewed }) else { return }
        // What was moved first, because the zone has other rules, may come again at what was another one's time.
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

    /// Checks the rings that were ordered now, and that none is missing.
    func checkRings(_ fresh: [DeliveryRow], _ mirror: Mirror, _ commit: Commit, _ events: [AlarmEvent]) {
        let name = named(commit.row.alarm.id)
        for row in fresh where row.order.stage == .ring {
            let isPresent = row.order.revision == commit.row.alarm.revision
            let notBefore = isPresent ? mirror.notBefore : row.order.due
            check(row.createdAt >= notBefore, "\(name) would ring \((notBefore - row.createdAt).milliseconds) ms early")
        }
        let begins = events.contains { $0.kind == .due || $0.kind == .late }
        guard begins, commit.row.alarm.state == .ringing else { return }
        if !mirror.hasExcuse {
            check(commit.decidedAt - mirror.notBefore <= .minutes(15), "\(name) rings after it was to be given up")
        }
        guard let devices = try? commit.snapshot.devices(of: commit.row.receiver) else { return }
        for device in devices where device.isReachable {
            let known = commit.row.alarm.progress.first { $0.device == device.id }
            if known?.isArmed == true || known?.isRinging == true { continue }
            check(
                fresh.contains { $0.order.stage == .ring && $0.order.destination == .device(device.id) },
                "\(name) is due, and nothing was ordered for a phone that does not ring by itself"
            )
        }
    }

    /// Checks that whoever must hear of an end does.
    func checkAccounts(_ old: Mirror?, _ commit: Commit, _ events: [AlarmEvent]) throws {
        let name = named(commit.row.alarm.id)
        let senders = try commit.snapshot.devices(of: commit.row.sender).filter(\.isReachable)
        let receivers = try commit.snapshot.devices(of: commit.row.receiver).filter(\.isReachable)
        // What two transactions of one millisecond order under one name is one order.
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
            for device in senders {
                check(
                    ordered.contains { stages.contains($0.order.stage) && $0.order.destination == .device(device.id) },
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
