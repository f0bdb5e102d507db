/// The number of consecutive still days that raises an alert.
public struct WellnessPattern: Hashable, Sendable {
    /// The stillness that makes a day a still one, 1 to 23 h.
    public let stillness: Span
    /// The number of consecutive still days, 2 to 14.
    public let days: Int

    /// Makes a pattern: at least `stillness` of inactivity a day, for `days` consecutive days.
    ///
    /// - Throws: which of the two is out of range.
    public init(stillness: Span, days: Int) throws(CareError) {
        guard CareLimits.stillness.contains(stillness) else { throw .stillness(stillness) }
        guard CareLimits.stillDays.contains(days) else { throw .stillDays(days) }
        self.stillness = stillness
        self.days = days
    }
}

/// A dweller's latest days, and the newest one about which an alert was raised.
public struct WellnessHistory: Hashable, Sendable {
    /// The days, oldest first, at most ``CareLimits/keptDays``; each date occurs once.
    public private(set) var days: [WellnessDay]
    /// The newest day about which an alert was raised.
    public private(set) var alertedOn: LocalDate?

    /// Makes or restores a history.
    public init(days: some Sequence<WellnessDay> = [], alertedOn: LocalDate? = nil) {
        self.days = []
        self.alertedOn = alertedOn
        for day in days { insert(day) }
    }

    /// Adds a day and returns whether it completes the pattern.
    ///
    /// It does when it is the newest day, and it and the preceding days of the pattern are consecutive, all still, and
    /// later than the last alert. Each day counts for one alert, so that a week in bed raises one every few days rather
    /// than daily. A missing day, which nobody watched, breaks the row; a silent day that was watched is a still one.
    ///
    /// A repeated date replaces the earlier entry, and never completes the pattern twice.
    public mutating func record(_ day: WellnessDay, completing pattern: WellnessPattern) -> Bool {
        insert(day)
        guard day.date == days.last?.date, alertedOn.map({ $0 < day.date }) ?? true else { return false }
        let row = days.suffix(pattern.days)
        let first = day.date.adding(days: 1 - pattern.days)
        guard row.count == pattern.days, row.first?.date == first, alertedOn.map({ $0 < first }) ?? true,
            row.allSatisfy({ $0.stillness >= pattern.stillness })
        else { return false }
        alertedOn = day.date
        return true
    }

    private mutating func insert(_ day: WellnessDay) {
        days.removeAll { $0.date == day.date }
        days.insert(day, at: days.firstIndex { $0.date > day.date } ?? days.endIndex)
        days.removeFirst(max(days.count - CareLimits.keptDays, 0))
    }
}
