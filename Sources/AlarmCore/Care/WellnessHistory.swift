/// How many still days in a row are too many.
public struct WellnessPattern: Hashable, Sendable {
    /// The stillness that makes a day a still one, 1 to 23 h.
    public let stillness: Span
    /// How many still days in a row raise an alert, 2 to 14.
    public let days: Int

    /// Makes a pattern: at least `stillness` of inactivity a day, for `days` days running.
    ///
    /// - Throws: which of the two is out of range.
    public init(stillness: Span, days: Int) throws(CareError) {
        guard CareLimits.stillness.contains(stillness) else { throw .stillness(stillness) }
        guard CareLimits.stillDays.contains(days) else { throw .stillDays(days) }
        self.stillness = stillness
        self.days = days
    }
}

/// The latest days of a dweller, and which of them an alert was raised about.
public struct WellnessHistory: Hashable, Sendable {
    /// The days, oldest first, at most ``CareLimits/keptDays``; a date stands once.
    public private(set) var days: [WellnessDay]
    /// The newest day about which an alert was raised.
    public private(set) var alertedOn: LocalDate?

    /// Makes or restores a history.
    public init(days: some Sequence<WellnessDay> = [], alertedOn: LocalDate? = nil) {
        self.days = []
        self.alertedOn = alertedOn
        for day in days { insert(day) }
    }

    /// Takes the account of a day, and says whether it completes the pattern.
    ///
    /// It does when it is the newest, and it and the days before it, as many as the pattern has, follow one another, are all
    /// still, and later than the last alert: each day counts for one alert, so that a week in bed is told every few days and
    /// not daily. A day without an account breaks the row: a phone that was off says nothing about its owner.
    ///
    /// A date that was taken before is replaced, and completes nothing twice.
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
