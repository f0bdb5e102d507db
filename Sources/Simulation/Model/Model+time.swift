import AlarmCore
import Delivery
import Engine
import Storage

extension Model {
    /// How long something may stay undone while nothing is in the way.
    private static let patience = Span.seconds(5)
    /// How long until a node finds what another one has left.
    private static let handover = Span.seconds(70)

    /// Checks that nothing that should have been done was left undone.
    func checkTime() {
        guard checkedAt.map({ world.now - $0 >= .seconds(1) }) ?? true else { return }
        checkedAt = world.now
        guard let (life, patience) = calmLife else { return }
        let reading = world.nodes[life.node].clock.reading(at: world.now)
        for mirror in inOrder where !mirror.row.alarm.state.isFinal || !mirror.unfinished.isEmpty {
            let alarm = mirror.row.alarm
            if let wake = mirror.wake {
                check(
                    reading - wake < patience,
                    "\(named(alarm.id)) was to be woken \((reading - wake).milliseconds) ms ago"
                )
            }
            // Whoever has rung already, before the clock was set back, goes on from there.
            if [.scheduled, .armed, .snoozed].contains(alarm.state), alarm.climbed < max(mirror.notBefore, alarm.base) {
                check(
                    reading - max(mirror.notBefore, alarm.base) < patience,
                    "\(named(alarm.id)) is \(alarm.state.rawValue), and was due \((reading - mirror.notBefore).milliseconds) ms ago"
                )
            }
            for id in mirror.unfinished {
                guard let row = mirror.deliveries[id] else { continue }
                checkTime(of: row, reading, patience, life)
                checkWaiting(row)
            }
            checkZone(of: mirror, reading, life)
        }
    }

    /// A life that nothing has held up for long enough, and how long that is.
    private var calmLife: (Life, Span)? {
        let lives = world.nodes.compactMap(\.life)
        guard let life = lives.min(by: { ($0.calmSince, $0.number) < ($1.calmSince, $1.number) }) else { return nil }
        let isQuiet =
            world.nodes.count == 1
            || lives.count == world.nodes.count && lives.allSatisfy { world.now - $0.calmSince >= Self.handover }
        let patience = isQuiet ? Self.patience : Self.handover
        return world.now - life.calmSince >= patience ? (life, patience) : nil
    }

    private func checkTime(of row: DeliveryRow, _ reading: Instant, _ patience: Span, _ life: Life) {
        let what = "\(row.order.stage.rawValue) \(row.order.id)"
        switch row.state {
        case .pending:
            check(
                reading - row.notBefore < patience,
                "\(what) could be sent since \((reading - row.notBefore).milliseconds) ms, and is not"
            )
        case .leased:
            if let end = row.leaseEnd {
                check(reading - end < patience, "\(what): the lease ended, and nobody takes it")
            }
            guard world.nodes.count == 1, let end = row.leaseEnd, end - reading < .seconds(55) else { return }
            let flight = world.flights.last { $0.id == row.order.id && $0.attempt == row.attempts }
            check(flight.map { $0.isUnderWay || !$0.life.isOver } ?? false, "\(what) is leased, and nobody sends it")
        case .accepted, .refused, .expired, .superseded: break
        }
    }

    /// A minute after the rules of a zone changed, what is to come follows them.
    private func checkZone(of mirror: Mirror, _ reading: Instant, _ life: Life) {
        guard let zoneDisturbed,
            world.now - max(zoneDisturbed, life.calmSince) >= Self.handover + .seconds(60)
        else { return }
        let alarm = mirror.row.alarm
        let rules = Set(world.nodes.map(\.installedRules))
        guard case .recurring(let rule, let start, _) = alarm.schedule, let current = rules.first, rules.count == 1,
            [.scheduled, .armed, .blocked].contains(alarm.state), alarm.base == alarm.due, alarm.due > reading
        else { return }
        let next = Recurrence(rule: rule, start: start, zone: current).next(after: alarm.due - .milliseconds(1))?
            .instant
        check(next == alarm.due, "\(named(alarm.id)) follows rules that its zone does not have any more")
    }

    /// Checks the books when all is over.
    func checkRest(_ snapshot: any Snapshot) throws {
        for id in promised {
            check(try snapshot.alarm(id) != nil, "\(named(id)) was accepted, and is gone")
        }
        try checkHistory(snapshot)
        for mirror in inOrder {
            check(mirror.alerted.isEmpty, "\(named(mirror.row.alarm.id)) alerted somebody who never got the all-clear")
            check(mirror.row.alarm.state.isFinal, "\(named(mirror.row.alarm.id)) has not ended")
            for row in mirror.deliveries.values.sorted(by: { $0.order.id < $1.order.id }) {
                let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(mirror.row.alarm.id))"
                check(row.state.isFinal, "\(what) is \(row.state.rawValue) for ever")
                let processed = world.flights.filter { $0.id == row.order.id && $0.processedAt != nil }
                check(
                    row.state != .accepted || !processed.isEmpty,
                    "\(what) counts as accepted, and no gateway took it"
                )
            }
        }
    }
}
