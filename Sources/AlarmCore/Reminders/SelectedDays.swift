/// A time of day on selected weekdays, every week or every few weeks.
public struct SelectedDays: Hashable, Sendable {
    /// The days, from Monday on, each once; at least one.
    public let weekdays: [Weekday]
    /// The number of weeks from one to the next, 1 to 52; the week of ``start`` is the first, and weeks begin on
    /// Monday.
    public let interval: Int
    /// The first day that counts; it is an occurrence only if its weekday is selected.
    public let start: LocalDate
    /// The time on the clocks of ``timeZone``.
    public let time: LocalTime
    /// The IANA name of the zone whose clocks count.
    public let timeZone: String
    /// The same as a rule of RFC 5545: `FREQ=WEEKLY` with `INTERVAL`, `BYDAY` and weeks that begin on Monday.
    public let rule: RecurrenceRule

    /// Selects days.
    ///
    /// - Throws: ``ReminderError/noWeekday`` or ``ReminderError/interval(_:)``.
    public init(
        _ weekdays: some Sequence<Weekday>,
        interval: Int = 1,
        start: LocalDate,
        time: LocalTime,
        timeZone: String
    ) throws(ReminderError) {
        let weekdays = Set(weekdays).sorted()
        guard !weekdays.isEmpty else { throw .noWeekday }
        guard ReminderLimits.intervals.contains(interval) else { throw .interval(interval) }
        do {
            let selectors = weekdays.map { WeekdaySelector($0) }
            rule = try RecurrenceRule(.weekly, interval: interval, weekdays: selectors, weekStart: .monday)
        } catch {
            throw .interval(interval)
        }
        self.weekdays = weekdays
        self.interval = interval
        self.start = start
        self.time = time
        self.timeZone = timeZone
    }

    /// The occurrences in a zone, which should be the one that ``timeZone`` names.
    public func recurrence(in zone: ZoneRules) -> Recurrence {
        Recurrence(rule: rule, start: LocalDateTime(date: start, time: time), zone: zone)
    }
}

/// The schedule of a reminder.
public enum ReminderSchedule: Hashable, Sendable {
    /// Due once.
    case at(Instant)
    /// Due on selected weekdays, again and again.
    case selectedDays(SelectedDays)

    /// Whether the reminder is due more than once.
    public var isRecurring: Bool {
        switch self {
        case .at: false
        case .selectedDays: true
        }
    }

    /// The first due time after `instant`; for a reminder that is due once, that time in any case.
    ///
    /// - Throws: ``ReminderError/unknownZone(_:)``, or ``ReminderError/neverDue`` after the year 9999.
    public func due(after instant: Instant, zones: some ZoneProvider) throws(ReminderError) -> Instant {
        switch self {
        case .at(let due): return due
        case .selectedDays(let days):
            guard let zone = zones.rules(for: days.timeZone) else { throw .unknownZone(days.timeZone) }
            guard let next = days.recurrence(in: zone).next(after: instant) else { throw .neverDue }
            return next.instant
        }
    }
}
