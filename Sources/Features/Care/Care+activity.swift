package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Care {
    /// Takes a sign of activity, which postpones the question to the dweller and lets past days be judged.
    ///
    /// - Throws: the problems `conflict` for a caller without a care circle of their own, `rate-limited`.
    package func noteActivity(_ report: CareActivityReport, by device: Device) throws -> EngineResponse {
        if let zone = report.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        let roster = try ownCareCircle(of: device)
        try count("activity reports", of: device.person, limit: engine.limits.reportsPerHour)
        try tx.recordSignOfLife(from: device)
        try answerQuestion(of: device)
        var watch = try watch(over: device.person) ?? DwellerRecord()
        watch.timeZone = report.timeZone ?? watch.timeZone ?? device.timeZone
        watch.note(report.place, at: now)
        watch.note(now)
        let isStill = try judge(report.days, &watch)
        try follow(&watch, of: device.person, in: roster.circle.id)
        try save(watch, of: device.person, in: roster.circle.id)
        if isStill { try raise(.wellness, watch, in: roster) }
        return EngineResponse(200, try engine.status(of: watch, at: now, showsPlace: true, in: transaction))
    }

    /// Summarises the days that are over, and returns whether they complete the dweller's pattern.
    ///
    /// It waits through quiet hours and pauses, so that a completed pattern can be reported at once. A day not watched
    /// from its beginning gets no summary by the relay.
    private func judge(_ accounts: [WellnessDay], _ watch: inout DwellerRecord) throws -> Bool {
        let zone = engine.zone(of: watch)
        let settings = watch.settings
        let today = zone.localDateTime(at: now).date
        guard !settings.isPaused(at: now) else {
            // Days of a pause are not judged.
            watch.signs = []
            return false
        }
        var days = accounts.filter { $0.date < today }
        for date in Set(watch.signs.map { zone.localDateTime(at: $0).date }).sorted() where date < today {
            guard !days.contains(where: { $0.date == date }),
                !watch.history.days.contains(where: { $0.date == date })
            else { continue }
            if let day = watch.account(of: date, absences: try tx.absences(), in: zone) { days.append(day) }
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
        // Only a pattern that the newest day completes is reported, and only while it is recent.
        watch.history = WellnessHistory(days: watch.history.days, alertedOn: alertedOn)
        guard !isQuiet, let newest = watch.history.days.last, newest.date >= today.adding(days: -2) else {
            return false
        }
        return watch.history.record(newest, completing: pattern)
    }
}
