import AlarmCore
import Engine
import Storage

/// The alarm of a check-in's deadline, and the messages to contacts once the person is back.
extension CheckIns {
    /// Moves, begins or cancels the alarm so that it matches the cycle's deadline.
    ///
    /// Once the contacts are told, the policy that told them runs to its end; if another kind of plan is chosen
    /// meanwhile, the next cycle follows it.
    func follow(_ cycle: CheckInCycle, _ watch: inout CheckInRecord, of person: PersonID) throws {
        var live = try alarm(of: watch).flatMap { $0.alarm.state.isFinal ? nil : $0 }
        guard let deadline = cycle.deadline, let telling = cycle.telling else {
            if var row = live { try tx.run(.cancel(by: .sender), on: &row) }
            return
        }
        let kind = CheckInKind(cycle.plan.kind)
        if var row = live, row.alarm.preset != kind.policy.name {
            guard telling > now else { return }
            try tx.run(.cancel(by: .sender), on: &row)
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
    func resolveNotifications(of watch: inout CheckInRecord, as stage: Stage) throws {
        let alarms = watch.told + [watch.alarm].compactMap(\.self)
        // A letter replies to the newest alert.
        try tx.resolve(try alarms.reversed().compactMap { try transaction.alarm($0) }, as: stage)
        watch.told = []
    }

    /// Remembers an alarm that told contacts, before another one replaces it.
    private func remember(_ watch: inout CheckInRecord) throws {
        guard let row = try alarm(of: watch), try !tx.unresolved(row).isEmpty else { return }
        let known = try watch.told.filter { try transaction.alarm($0) != nil }
        watch.told = (known + [row.alarm.id]).suffix(CheckInRecord.toldLimit)
    }
}
