import AlarmCore
import Storage

/// The alarm that stands for a check-in's deadline, and what contacts are told once the person is back.
extension Work {
    /// Brings the alarm to where the cycle's deadline is: moves it, begins one, or takes it back.
    ///
    /// Once the contacts are told, the ladder by which they were told is climbed to its end, whatever kind is asked for
    /// then: the next cycle follows the new kind.
    func follow(_ cycle: CheckInCycle, _ watch: inout Watch, of person: PersonID) throws {
        var live = try alarm(of: watch).flatMap { $0.alarm.state.isFinal ? nil : $0 }
        guard let deadline = cycle.deadline, let telling = cycle.telling else {
            if var row = live { try run(.cancel(by: .sender), on: &row) }
            return
        }
        let preset = EscalationPolicy.checkIn(of: cycle.plan.kind)
        if var row = live, row.alarm.preset != preset.name {
            guard telling > now else { return }
            try run(.cancel(by: .sender), on: &row)
            live = nil
        }
        if var row = live {
            if row.telling != telling {
                try run(.reschedule(.once(deadline), due: deadline, ttl: row.alarm.ttl), on: &row)
            }
        } else if telling > now {
            try remember(&watch)
            let row = try begin(
                Undertaking(
                    preset: preset,
                    sender: person,
                    receiver: person,
                    circle: CircleID(own: person),
                    due: deadline,
                    subject: nil,
                    ttl: .hours(24)
                )
            )
            watch.alarm = row.alarm.id
        }
    }

    /// Tells every contact who was told that no check-in came that the person is back, or has asked for more time.
    func settleTellings(of watch: inout Watch, as stage: Stage) throws {
        let alarms = watch.told + [watch.alarm].compactMap(\.self)
        // The answer to the newest letter is the one to follow.
        try settle(try alarms.reversed().compactMap { try transaction.alarm($0) }, as: stage)
        watch.told = []
    }

    /// Keeps in mind by which alarm contacts were told, before another one takes its place.
    private func remember(_ watch: inout Watch) throws {
        guard let row = try alarm(of: watch), try !unsettled(row).isEmpty else { return }
        let known = try watch.told.filter { try transaction.alarm($0) != nil }
        watch.told = (known + [row.alarm.id]).suffix(Watch.toldLimit)
    }
}
