import AlarmCore
import Delivery
import Engine
import Storage

extension Model {
    /// How long due work may stay undone while nothing hinders it.
    static let patience = Span.seconds(5)
    /// How long a node may take to find work that another node left behind: until it looks again, and 10 s.
    private var handover: Span { world.profile.pollInterval + .seconds(10) }

    /// Checks that no due work was left undone.
    func checkTime() {
        guard checkedAt.map({ world.now - $0 >= .seconds(1) }) ?? true else { return }
        checkedAt = world.now
        guard let (life, patience) = calmLife else { return }
        let reading = world.nodes[life.node].clock.reading(at: world.now)
        for committed in alarms.atWork {
            let alarm = committed.row.alarm
            if let wake = committed.wake {
                check(
                    reading - wake < patience,
                    "\(named(alarm.id)) was to be woken \((reading - wake).milliseconds) ms ago"
                )
            }
            // An alarm that rang before the clock was set back continues from that step.
            if [.scheduled, .armed, .snoozed].contains(alarm.state),
                alarm.processedUntil < max(committed.notBefore, alarm.base)
            {
                check(
                    reading - max(committed.notBefore, alarm.base) < patience,
                    "\(named(alarm.id)) is \(alarm.state.rawValue), and was due \((reading - committed.notBefore).milliseconds) ms ago"
                )
            }
            for id in committed.unfinished {
                guard let row = committed.deliveries[id] else { continue }
                checkTime(of: row, committed, reading, patience, life)
                checkWaiting(row)
            }
            checkZone(of: committed, reading, life)
        }
    }

    /// A process that has run undisturbed for long enough, and for how long.
    private var calmLife: (NodeProcess, Span)? {
        let lives = world.nodes.compactMap(\.life)
        guard let life = lives.min(by: { ($0.calmSince, $0.number) < ($1.calmSince, $1.number) }) else { return nil }
        let isQuiet =
            world.nodes.count == 1
            || lives.count == world.nodes.count && lives.allSatisfy { world.now - $0.calmSince >= handover }
        let patience = isQuiet ? Self.patience : handover
        return world.now - life.calmSince >= patience ? (life, patience) : nil
    }

    private func checkTime(
        of row: DeliveryRow,
        _ committed: CommittedAlarm,
        _ reading: Instant,
        _ patience: Span,
        _ life: NodeProcess
    ) {
        let what = "\(row.order.stage.rawValue) \(row.order.id)"
        switch row.state {
        case .pending:
            // What a node gave back when it began could not be sent by another one before.
            let since = committed.givenBack[row.order.id].map { world.now - $0 }
            // A clock that is set forward brings many times on at once.
            let due = min(reading - row.notBefore, clockDisturbed.map { world.now - $0 } ?? reading - row.notBefore)
            let waiting = since.map { min(due, $0) } ?? due
            // What follows from a report on a letter is ordered by a process that sends nothing.
            let isLetter = world.profile.hasReturns && row.order.destination.contact != nil
            let isFromBeside = row.order.stage == .contactsTold || isLetter
            let patience = isFromBeside ? Swift.max(patience, handover) : patience
            check(waiting < patience, "\(what) could be sent since \(waiting.milliseconds) ms, and is not")
        case .leased:
            if let end = row.leaseEnd {
                check(reading - end < patience, "\(what): the lease ended, and nobody takes it")
            }
            checkTakeOver(of: row, what, life)
            guard world.nodes.count == 1, let end = row.leaseEnd, end - reading < .seconds(55) else { return }
            let flight = world.sendAttempts.last { $0.id == row.order.id && $0.attempt == row.attempts }
            check(flight.map { $0.isUnderWay || !$0.life.isOver } ?? false, "\(what) is leased, and nobody sends it")
        case .accepted, .refused, .expired, .superseded: break
        }
    }

    /// Checks that alarms follow new rules of a zone once the services have looked after the change.
    private func checkZone(of committed: CommittedAlarm, _ reading: Instant, _ life: NodeProcess) {
        guard let zoneDisturbed,
            world.now - max(zoneDisturbed, life.calmSince) >= handover + world.profile.pollInterval
        else { return }
        let alarm = committed.row.alarm
        let rules = Set(world.nodes.map(\.installedRules))
        guard case .recurring(let rule, let start, _) = alarm.schedule, let current = rules.first, rules.count == 1,
            [.scheduled, .armed, .blocked].contains(alarm.state), alarm.base == alarm.due, alarm.due > reading
        else { return }
        let next = Recurrence(rule: rule, start: start, zone: current).next(after: alarm.due - .milliseconds(1))?
            .instant
        check(next == alarm.due, "\(named(alarm.id)) follows rules that its zone does not have any more")
    }

    /// Checks the store once everything has come to rest.
    func checkRest(_ snapshot: any Snapshot) throws {
        for id in promised {
            check(try snapshot.alarm(id) != nil, "\(named(id)) was accepted, and is gone")
        }
        try checkHistory(snapshot)
        for committed in inOrder {
            check(
                committed.alerted.isEmpty,
                "\(named(committed.row.alarm.id)) alerted somebody who never got the all-clear"
            )
            check(committed.row.alarm.state.isFinal, "\(named(committed.row.alarm.id)) has not ended")
            for row in committed.deliveries.values.sorted(by: { $0.order.id < $1.order.id }) {
                let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(committed.row.alarm.id))"
                check(row.state.isFinal, "\(what) is \(row.state.rawValue) for ever")
                let processed = world.sendAttempts.filter { $0.id == row.order.id && $0.processedAt != nil }
                check(
                    row.state != .accepted || !processed.isEmpty,
                    "\(what) counts as accepted, and no gateway took it"
                )
            }
        }
    }
}
