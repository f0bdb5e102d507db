import AlarmCore
import AlarmWire
import Engine
import Storage

/// Days that are over: the relay judges them once a day, and whenever the dweller is active.
extension Care {
    /// Takes a check-in by a dweller, from a device or by a link, as a sign of activity.
    func noteCheckIn(_ entry: CheckInReport.Entry, of person: PersonID, from device: DeviceID?) throws {
        guard let roster = try engine.careCircle(of: person, in: transaction) else { return }
        try answerQuestion(of: person, from: device)
        var watch = try watch(over: person) ?? DwellerRecord()
        watch.timeZone = entry.timeZone ?? watch.timeZone
        watch.note(now)
        let isStill = try judge([], &watch)
        try follow(&watch, of: person, in: roster.circle.id)
        if isStill { try raiseOrWait(.wellness, &watch, in: roster) }
        try followDays(&watch, of: person, in: roster.circle.id)
        try save(watch, of: person, in: roster.circle.id)
    }

    /// Judges the days that are over, raises what quiet hours have held, and returns the time of the next look; nil when
    /// there is nothing left to look at.
    func judgeDays(of row: AlarmRow) throws -> Instant? {
        guard var watch = try watch(over: row.receiver), watch.judging == row.alarm.id, watch.isJudged,
            let roster = try engine.roster(of: row.circle, in: transaction)
        else { return nil }
        let zone = engine.zone(of: watch)
        let isStill = try judge([], &watch)
        if watch.settings.quietHours?.contains(now, in: zone) != true {
            let waiting = watch.waiting.union(isStill ? [.wellness] : [])
            watch.waiting = []
            for signal in [CareSignal.wellness, .inactivity] where waiting.contains(signal.kind) {
                try raiseOrWait(signal, &watch, in: roster)
            }
        }
        let next = watch.isJudged ? watch.settings.nextJudgement(after: now, in: zone) : nil
        if next == nil { watch.judging = nil }
        try save(watch, of: row.receiver, in: row.circle)
        return next
    }

    /// Raises an alert; one that would be too many within the hour waits for the next look.
    func raiseOrWait(_ signal: CareSignal, _ watch: inout DwellerRecord, in roster: CircleRoster) throws {
        do {
            try raise(signal, watch, in: roster)
        } catch let problem as Problem where problem.kind == .rateLimited {
            watch.waiting.insert(signal.kind)
        }
    }

    /// Moves, begins or ends the alarm at whose times the relay judges days, as the record now requires.
    func followDays(_ watch: inout DwellerRecord, of dweller: PersonID, in circle: CircleID) throws {
        let live = try watch.judging.flatMap { try transaction.alarm($0) }.flatMap { $0.alarm.state.isFinal ? nil : $0 }
        guard watch.isJudged else {
            watch.judging = nil
            if var row = live { try tx.run(.cancel(by: .sender), on: &row) }
            return
        }
        let zone = engine.zone(of: watch)
        let isQuiet = watch.settings.quietHours?.contains(now, in: zone) ?? false
        // What waited for quiet hours that are no more waits no longer; an alarm that is due already would take its step
        // instead of being woken.
        let isOverdue = !watch.waiting.isEmpty && !isQuiet
        let due = isOverdue ? now + .milliseconds(1) : watch.settings.nextJudgement(after: now, in: zone)
        if var row = live {
            // One whose time has come is about to look.
            guard row.alarm.due > now, row.alarm.due != due else { return }
            return try tx.run(.reschedule(.once(due), due: due, ttl: row.alarm.ttl), on: &row)
        }
        let now = now
        let id = engine.random.draw { AlarmID.timeOrdered(at: now, using: &$0) }
        watch.judging = id
        try tx.begin(
            PresetAlarm(
                id: id,
                kind: WellnessKind(),
                sender: dweller,
                receiver: dweller,
                circle: circle,
                due: due,
                subject: DocumentID(of: id)
            )
        )
    }

    /// Summarises the days that are over, and returns whether they complete the dweller's pattern.
    ///
    /// It waits through quiet hours and pauses, so that a completed pattern can be reported at once. A day not watched
    /// from its beginning gets no summary by the relay; a watched day without any activity is a still one.
    func judge(_ accounts: [WellnessDay], _ watch: inout DwellerRecord) throws -> Bool {
        let zone = engine.zone(of: watch)
        let settings = watch.settings
        let today = zone.localDateTime(at: now).date
        guard !settings.isPaused(at: now) else {
            // Days of a pause are not judged.
            watch.signs = []
            return false
        }
        let days =
            accounts.filter { $0.date < today } + (try ownAccounts(besides: accounts, of: watch, until: today, zone))
        watch.signs.removeAll { zone.localDateTime(at: $0).date < today }
        guard let pattern = settings.wellness else {
            watch.history = WellnessHistory(
                days: watch.history.days + days.sorted { $0.date < $1.date },
                alertedOn: watch.history.alertedOn
            )
            return false
        }
        let isQuiet = settings.quietHours?.contains(now, in: zone) ?? false
        let alertedOn = watch.history.alertedOn
        for day in days.sorted(by: { $0.date < $1.date }) { _ = watch.history.record(day, completing: pattern) }
        // Only a pattern that the newest day completes is reported, and only while it is recent.
        watch.history = WellnessHistory(days: watch.history.days, alertedOn: alertedOn)
        guard !isQuiet, let newest = watch.history.days.last, newest.date >= today.adding(days: -2) else {
            return false
        }
        return watch.history.record(newest, completing: pattern)
    }

    /// The relay's own summaries of the watched days before `today` that have none yet.
    private func ownAccounts(
        besides accounts: [WellnessDay],
        of watch: DwellerRecord,
        until today: LocalDate,
        _ zone: ZoneRules
    ) throws -> [WellnessDay] {
        guard let from = watch.watchedFrom else { return [] }
        let known = Set((accounts + watch.history.days).map(\.date))
        let absences = try tx.absences()
        let first = max(zone.localDateTime(at: from).date, today.adding(days: -CareLimits.keptDays))
        var (days, date): ([WellnessDay], LocalDate) = ([], first)
        while date < today {
            if !known.contains(date), let day = watch.account(of: date, absences: absences, in: zone) {
                days.append(day)
            }
            date = date.adding(days: 1)
        }
        return days
    }
}
