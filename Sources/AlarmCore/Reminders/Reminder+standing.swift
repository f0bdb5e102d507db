extension Reminder {
    /// Brings one that recurs to the time for which it stands at `now`: the newest that has come, or comes in a moment.
    ///
    /// A time that nobody completed stands until ``ReminderLimits/notice`` before the next one, so that who is late still
    /// completes what they were reminded of, and not the next time.
    public mutating func catchUp(at now: Instant, zones: some ZoneProvider) {
        guard completion == nil, case .selectedDays(let days) = details.schedule,
            let zone = zones.rules(for: days.timeZone)
        else { return }
        let horizon = now + ReminderLimits.notice
        guard due < horizon else { return }
        let recurrence = days.recurrence(in: zone)
        // The weeks from one selected week to the next, and some days for clocks and the date line.
        let reach = Span.days(7 * Int64(days.interval) + 8)
        var newest = due
        while let next = recurrence.next(after: max(newest, horizon - reach))?.instant, next <= horizon {
            newest = next
        }
        _ = moveOn(to: newest)
    }
}
