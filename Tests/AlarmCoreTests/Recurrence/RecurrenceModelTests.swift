import AlarmCore
import Testing

/// Compares with a model that asks of every day in turn whether the rule's words hold for it.
@Suite("Recurrence against a day-by-day model")
struct RecurrenceModelTests {
    private static let days = 1500

    @Test("Random rules give the model's times, in order and from anywhere", arguments: [71, 72, 73, 74] as [UInt64])
    func randomRules(seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        let names = ["Europe/Berlin", "Pacific/Chatham", "Australia/Lord_Howe", "America/New_York", "Africa/Cairo"]
        for round in 0..<25 {
            let (rule, start) = (try generator.rule(), generator.start())
            let zone = try InstalledZones.zone(names[round % names.count])
            let recurrence = Recurrence(rule: rule, start: start, zone: zone)
            let horizon = zone.resolve(LocalDateTime(date: start.date.adding(days: Self.days - 5), time: .midnight))
            let expected = Self.instants(of: rule, start: start, zone: zone).filter { $0 < horizon.instant }
            let found = recurrence.occurrences().prefix { $0.instant < horizon.instant }.map(\.instant)
            #expect(found == expected, "seed \(seed): \(rule) from \(start) in \(names[round % names.count])")
            for _ in 0..<10 where !expected.isEmpty {
                let index = generator.number(in: 0...expected.count - 1)
                let early = expected[index] - .milliseconds(1)
                let previous = index > 0 ? expected[index - 1] : early
                for moment in [early, previous] {
                    #expect(
                        recurrence.next(after: moment)?.instant == expected[index],
                        "seed \(seed): \(rule) from \(start) after \(moment)"
                    )
                }
            }
        }
    }

    private static func instants(of rule: RecurrenceRule, start: LocalDateTime, zone: ZoneRules) -> [Instant] {
        var nominal: [LocalDateTime] = []
        for offset in 0..<days {
            let date = start.date.adding(days: offset)
            guard matches(date, rule, start.date) else { continue }
            for hour in rule.hours.isEmpty ? [start.time.hour] : rule.hours {
                for minute in rule.minutes.isEmpty ? [start.time.minute] : rule.minutes {
                    guard let time = LocalTime(hour: hour, minute: minute, second: start.time.second) else { continue }
                    nominal.append(LocalDateTime(date: date, time: time))
                }
            }
        }
        nominal = nominal.filter { $0 >= start }
        if case .count(let count) = rule.end { nominal = Array(nominal.prefix(count)) }
        return Set(nominal.map { zone.resolve($0).instant }).sorted()
    }

    private static func matches(_ date: LocalDate, _ rule: RecurrenceRule, _ start: LocalDate) -> Bool {
        let units: Int
        switch rule.frequency {
        case .daily: units = date.daysSinceEpoch - start.daysSinceEpoch
        case .weekly: units = (weekStart(of: date, rule) - weekStart(of: start, rule)) / 7
        case .monthly: units = date.year * 12 + date.month - start.year * 12 - start.month
        case .yearly: units = date.year - start.year
        }
        guard units % rule.interval == 0 else { return false }
        guard rule.months.isEmpty || rule.months.contains(date.month) else { return false }
        if rule.monthDays.isEmpty, rule.weekdays.isEmpty {
            switch rule.frequency {
            case .daily: return true
            case .weekly: return date.weekday == start.weekday
            case .monthly: return date.day == start.day
            case .yearly: return date.day == start.day && (!rule.months.isEmpty || date.month == start.month)
            }
        }
        let length = LocalDate.length(ofMonth: date.month, in: date.year)
        let isMonthDay = rule.monthDays.contains(date.day) || rule.monthDays.contains(date.day - length - 1)
        let isWeekday = rule.weekdays.contains { selects($0, date, rule) }
        return (rule.monthDays.isEmpty || isMonthDay) && (rule.weekdays.isEmpty || isWeekday)
    }

    private static func selects(_ selector: WeekdaySelector, _ date: LocalDate, _ rule: RecurrenceRule) -> Bool {
        guard selector.weekday == date.weekday else { return false }
        guard let ordinal = selector.ordinal else { return true }
        let inYear = rule.frequency == .yearly && rule.months.isEmpty
        func isInPeriod(_ other: LocalDate) -> Bool {
            other.year == date.year && (inYear || other.month == date.month)
        }
        // The nth is the one with n - 1 others of its kind on one side within the period.
        let direction = ordinal > 0 ? -7 : 7
        var place = 1
        while isInPeriod(date.adding(days: direction * place)) { place += 1 }
        return place == abs(ordinal)
    }

    private static func weekStart(of date: LocalDate, _ rule: RecurrenceRule) -> Int {
        var day = date
        while day.weekday != rule.weekStart { day = day.adding(days: -1) }
        return day.daysSinceEpoch
    }
}
