package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Takes a sign of activity: nobody need ask the dweller for a while, and days that are over can be judged.
    ///
    /// - Throws: the problems `conflict` for who has no care circle of their own, `rate-limited`.
    package func noteActivity(_ report: CareActivityReport, by device: Device) throws -> Answer {
        if let zone = report.timeZone { try check(zone: zone, at: "/timeZone") }
        let roster = try ownCareCircle(of: device)
        try countCare("activity reports", of: device.person, limit: engine.limits.reportsPerHour)
        try hear(from: device.id)
        try answerQuestion(of: device)
        var watch = try watch(over: device.person) ?? CareWatch()
        watch.timeZone = report.timeZone ?? watch.timeZone ?? device.timeZone
        watch.note(report.place, at: now)
        watch.note(now)
        let isStill = try judge(report.days, &watch)
        try follow(&watch, of: device.person, in: roster.circle.id)
        try keep(watch, of: device.person, in: roster.circle.id)
        if isStill { try raise(.wellness, watch, in: roster) }
        return Answer(200, try engine.status(of: watch, at: now, showsPlace: true, in: transaction))
    }

    /// Makes the accounts of the days that are over, and says whether they complete the dweller's pattern.
    ///
    /// Within quiet hours and during a pause it waits, so that what completes a pattern can be told at once. A day of which the
    /// relay did not hear from its beginning on has no account of its own making.
    private func judge(_ accounts: [WellnessDay], _ watch: inout CareWatch) throws -> Bool {
        let zone = engine.zone(of: watch)
        let settings = watch.settings
        let today = zone.localDateTime(at: now).date
        guard !settings.isPaused(at: now) else {
            // A day of a pause is nobody's business.
            watch.signs = []
            return false
        }
        var days = accounts.filter { $0.date < today }
        for date in Set(watch.signs.map { zone.localDateTime(at: $0).date }).sorted() where date < today {
            guard !days.contains(where: { $0.date == date }),
                !watch.history.days.contains(where: { $0.date == date })
            else { continue }
            if let day = watch.account(of: date, absences: try absences(), in: zone) { days.append(day) }
        }
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
        // Only what the newest day completes is told, and only while it is news.
        watch.history = WellnessHistory(days: watch.history.days, alertedOn: alertedOn)
        guard !isQuiet, let newest = watch.history.days.last, newest.date >= today.adding(days: -2) else {
            return false
        }
        return watch.history.record(newest, completing: pattern)
    }
}
