import AlarmCore
import AlarmWire
import Engine
import Storage

/// The daily reminder of a plan: a recurring alarm that follows the plan's time of day and the person's zone.
extension CheckIns {
    /// Begins, replaces or cancels the daily reminder so that it matches the plan and the person's zone.
    ///
    /// While the plan is paused the alarm goes on, and nothing is sent (``DailyCheckInKind``).
    func followReminder(of watch: inout CheckInRecord, of person: PersonID) throws {
        let live = try watch.dailyReminder.flatMap { try transaction.alarm($0) }.flatMap {
            $0.alarm.state.isFinal ? nil : $0
        }
        let wanted = watch.settings.isOn ? watch.settings.remindAt : nil
        let zone = watch.timeZone ?? "UTC"
        if let live, let wanted, case .recurring(_, let start, zone) = live.alarm.schedule, start.time == wanted {
            return
        }
        if var row = live { try tx.run(.cancel(by: .sender), on: &row) }
        watch.dailyReminder = nil
        guard let wanted, let schedule = try dailySchedule(at: wanted, in: zone),
            let due = schedule.next(after: now, zones: engine.zones)
        else { return }
        let row = try tx.begin(
            PresetAlarm(
                kind: DailyCheckInKind(),
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: due,
                schedule: schedule
            )
        )
        watch.dailyReminder = row.alarm.id
    }

    /// Takes a daily reminder that waits for an answer off every other device: the person has checked in.
    ///
    /// One that is still to come stays, and is left out when it is due on a day with a check-in.
    func answerReminder(of watch: CheckInRecord, sparing device: DeviceID?) throws {
        guard var row = try waitingReminder(of: watch) else { return }
        try tx.run(.checkedIn(device), on: &row)
    }

    /// The daily reminder, if it waits for an answer.
    func waitingReminder(of watch: CheckInRecord) throws -> AlarmRow? {
        try watch.dailyReminder.flatMap { try transaction.alarm($0) }.flatMap { row in
            row.alarm.state.isFinal || row.alarm.due > now ? nil : row
        }
    }

    private func dailySchedule(at time: LocalTime, in zone: String) throws -> AlarmSchedule? {
        guard let rules = engine.zones.rules(for: zone) else { return nil }
        let today = rules.localDateTime(at: now).date
        return .recurring(
            rule: try RecurrenceRule("FREQ=DAILY"),
            start: LocalDateTime(date: today, time: time),
            zone: zone
        )
    }
}
