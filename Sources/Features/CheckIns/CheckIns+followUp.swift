import AlarmCore
import AlarmWire
import Engine
import Storage

/// The alarm of a check-in's deadline, and the messages to contacts once the person is back.
extension CheckIns {
    /// Moves, begins or cancels the alarm so that it matches the cycle's deadline.
    ///
    /// Once the contacts are told, the policy that told them runs to its end; if another kind of plan is chosen
    /// meanwhile, the next cycle follows it.
    func follow(_ cycle: CheckInCycle, _ watch: inout CheckInRecord, of person: PersonID) throws {
        // Which warnings the alarm gives depends on the stored cycle.
        try save(watch, of: person)
        var live = try alarm(of: watch).flatMap { $0.alarm.state.isFinal ? nil : $0 }
        guard let deadline = cycle.deadline, let telling = cycle.telling else {
            if var row = live { try cancel(&row, &watch) }
            return
        }
        let kind = CheckInKind(cycle.plan.kind)
        if var row = live, row.alarm.preset != kind.policy.name {
            guard telling > now else { return }
            try cancel(&row, &watch)
            live = nil
        }
        if var row = live {
            if row.telling != telling {
                try tx.run(.reschedule(.once(deadline), due: deadline, ttl: row.alarm.ttl), on: &row)
                watch.reached = nil
            }
        } else if telling > now {
            try remember(&watch)
            let row = try tx.begin(
                PresetAlarm(
                    kind: kind,
                    sender: person,
                    receiver: person,
                    circle: CircleID(own: person),
                    due: deadline,
                    subject: nil,
                    ttl: .hours(24)
                )
            )
            watch.alarm = row.alarm.id
            watch.reached = nil
        }
    }

    /// Tells every contact who was told of a missed check-in that the person is back, or has asked for more time.
    func resolveNotifications(of watch: inout CheckInRecord, about person: PersonID, as stage: Stage) throws {
        let alarms = watch.told + [watch.alarm].compactMap(\.self)
        // A letter replies to the newest alert.
        let rows = try alarms.reversed().compactMap { try transaction.alarm($0) }
        let told = try rows.filter { try !tx.unresolved($0).isEmpty }
        let open = Set(try told.flatMap { try tx.unresolved($0) }.map(\.order.destination))
        try tx.resolve(rows, as: stage)
        let others = watch.toldContacts.map(\.destination).filter { !open.contains($0) }
        var reassuring = told.reversed().map(\.alarm.id)
        if !others.isEmpty {
            reassuring.append(try tell(others, stage, about: person, by: CheckInKind(watch.settings.kind)))
        }
        // What has not been sent stays known, however often the person checks in meanwhile.
        let unsent = try unsent(watch.reassuring.filter { !reassuring.contains($0) }, about: person)
        watch.reassuring = (unsent + reassuring).suffix(CheckInRecord.toldLimit)
        watch.told = []
        watch.toldContacts = []
    }

    /// Those of these alarms by which somebody is still to hear, or has not heard, that the person has answered.
    func unsent(_ alarms: [AlarmID], about person: PersonID) throws -> [AlarmID] {
        try alarms.filter { id in
            try engine.reassured(by: [id], of: person, in: transaction).contains { $0.state != .sent }
        }
    }

    /// Keeps whom an alarm told that has ended without a check-in.
    func keepTold(by row: AlarmRow) throws {
        guard var watch = try watch(of: row.receiver), watch.concerns(row.alarm.id) else { return }
        watch.keep(toldBy: try tx.unresolved(row))
        try save(watch, of: row.receiver)
    }

    /// Writes to contacts whose alarms have been forgotten: a letter needs an alarm, so that one is made which ends at once.
    private func tell(
        _ destinations: [Destination],
        _ stage: Stage,
        about person: PersonID,
        by kind: CheckInKind
    ) throws -> AlarmID {
        var row = try tx.begin(
            PresetAlarm(
                kind: kind,
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: now + .hours(24)
            )
        )
        try tx.run(.cancel(by: .sender), on: &row)
        for destination in destinations { try tx.order(stage, of: row, to: destination) }
        return row.alarm.id
    }

    /// Cancels the alarm of a deadline that no longer counts, and keeps whom it told.
    private func cancel(_ row: inout AlarmRow, _ watch: inout CheckInRecord) throws {
        watch.keep(toldBy: try tx.unresolved(row))
        try tx.run(.cancel(by: .sender), on: &row)
    }

    /// Remembers an alarm that told contacts, before another one replaces it.
    private func remember(_ watch: inout CheckInRecord) throws {
        guard let row = try alarm(of: watch), try !tx.unresolved(row).isEmpty else { return }
        watch.keep(toldBy: try tx.unresolved(row))
        let known = try watch.told.filter { try transaction.alarm($0) != nil }
        watch.told = (known + [row.alarm.id]).suffix(CheckInRecord.toldLimit)
    }
}
