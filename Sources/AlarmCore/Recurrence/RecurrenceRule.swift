/// How often an alarm repeats: a subset of the recurrence rule of RFC 5545, section 3.3.10.
///
/// The parts are `FREQ` (daily to yearly), `INTERVAL`, `BYMONTH`, `BYMONTHDAY`, `BYDAY`, `BYHOUR`, `BYMINUTE`, `COUNT`,
/// `UNTIL` and `WKST`. A rule is plain data and always valid; `Recurrence` joins it to a start and a zone. Lists are
/// sorted and without duplicates, so that equal rules compare equal.
public struct RecurrenceRule: Hashable, Sendable {
    /// The unit that `interval` counts.
    public enum Frequency: String, CaseIterable, Hashable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// The end of a rule.
    public enum End: Hashable, Sendable {
        /// The rule runs until the year 10000.
        case never
        /// The rule ends after this many occurrences, the first included.
        case count(Int)
        /// The rule ends with the last occurrence that is not later than the limit.
        case until(Limit)
    }

    /// The time of the last possible occurrence, which is included.
    public enum Limit: Hashable, Sendable {
        /// An instant, in whole seconds: `20251231T235959Z`.
        case instant(Instant)
        /// A time on the zone's clocks: `20251231T235959`.
        case local(LocalDateTime)
        /// The whole of a day on the zone's calendar: `20251231`.
        case date(LocalDate)
    }

    /// The unit that `interval` counts.
    public let frequency: Frequency
    /// The number of units from one occurrence to the next, from 1.
    public let interval: Int
    /// The months that count, 1 to 12; empty for all.
    public let months: [Int]
    /// The days of the month, 1 to 31, or from its end, -1 to -31; empty if they do not matter.
    public let monthDays: [Int]
    /// The days of the week, with ordinals in monthly and yearly rules; empty if they do not matter.
    public let weekdays: [WeekdaySelector]
    /// The hours of the day, 0 to 23; empty for the start's.
    public let hours: [Int]
    /// The minutes of the hour, 0 to 59; empty for the start's.
    public let minutes: [Int]
    /// The end of the rule.
    public let end: End
    /// The day on which a week begins; it matters to weekly rules with an interval above 1.
    public let weekStart: Weekday

    /// The intervals that a rule may have.
    public static let intervals = 1...9999
    /// The counts that a rule may have.
    public static let counts = 1...65_535

    /// Makes a rule from its parts, in any order and with repetitions.
    ///
    /// - Throws: which part is out of range, or not allowed at this frequency.
    public init(
        _ frequency: Frequency,
        interval: Int = 1,
        months: [Int] = [],
        monthDays: [Int] = [],
        weekdays: [WeekdaySelector] = [],
        hours: [Int] = [],
        minutes: [Int] = [],
        end: End = .never,
        weekStart: Weekday = .monday
    ) throws(RecurrenceRuleError) {
        try RecurrenceRule.check([interval], of: .interval, in: RecurrenceRule.intervals)
        try RecurrenceRule.check(months, of: .byMonth, in: 1...12)
        try RecurrenceRule.check(monthDays, of: .byMonthDay, in: -31...31, exceptZero: true)
        try RecurrenceRule.check(hours, of: .byHour, in: 0...23)
        try RecurrenceRule.check(minutes, of: .byMinute, in: 0...59)
        if case .count(let count) = end {
            try RecurrenceRule.check([count], of: .count, in: RecurrenceRule.counts)
        }
        if frequency == .weekly, !monthDays.isEmpty { throw .notAllowed(.byMonthDay, frequency) }
        let ordinals = weekdays.compactMap(\.ordinal)
        switch frequency {
        case .daily, .weekly:
            guard ordinals.isEmpty else { throw .ordinalNotAllowed(frequency) }
        case .yearly where months.isEmpty:
            try RecurrenceRule.check(ordinals, of: .byDay, in: -53...53, exceptZero: true)
        case .monthly, .yearly:
            try RecurrenceRule.check(ordinals, of: .byDay, in: -5...5, exceptZero: true)
        }
        self.frequency = frequency
        self.interval = interval
        self.months = Set(months).sorted()
        self.monthDays = Set(monthDays).sorted()
        self.weekdays = Set(weekdays).sorted()
        self.hours = Set(hours).sorted()
        self.minutes = Set(minutes).sorted()
        self.end = end.inWholeSeconds
        self.weekStart = weekStart
    }

    private static func check(
        _ values: [Int],
        of part: RecurrenceRuleError.Part,
        in allowed: ClosedRange<Int>,
        exceptZero: Bool = false
    ) throws(RecurrenceRuleError) {
        for value in values where !allowed.contains(value) || (exceptZero && value == 0) {
            throw .outOfRange(part, value: value, allowed: allowed)
        }
    }
}

extension RecurrenceRule.End {
    /// The end without the fraction of a second, which the rule's text cannot hold.
    fileprivate var inWholeSeconds: Self {
        switch self {
        case .until(.instant(let instant)): .until(.instant(Instant(seconds: instant.seconds)))
        case .until(.local(let local)):
            .until(.local(LocalDateTime(wallSeconds: local.wallSeconds, millisecond: 0)))
        case .never, .count, .until(.date): self
        }
    }
}
