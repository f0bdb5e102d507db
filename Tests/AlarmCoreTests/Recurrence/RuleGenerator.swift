import AlarmCore

/// Draws rules and starts that exercise every part, each likely to match within a few years.
struct RuleGenerator {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func start() -> LocalDateTime {
        ZoneRules.utc.localDateTime(at: Instant(seconds: .random(in: 900_000_000...1_900_000_000, using: &generator)))
    }

    /// A time that the clocks skip, or show twice, or nearly; any time in a zone whose clocks never change.
    mutating func time(around changes: ClockChanges) -> LocalDateTime {
        guard !changes.changes.isEmpty else { return start() }
        let change = changes.changes[number(in: 0...(changes.changes.count - 1))]
        let from = ZoneRules.utc.resolve(change.edges.lowerBound).instant
        let length = ZoneRules.utc.resolve(change.edges.upperBound).instant - from
        let minutes = Int(length.milliseconds / 60_000)
        // Mostly between the edges, now and then upon one or beside it.
        let edges = [-61, -1, 0, minutes - 1, minutes, minutes + 1]
        let minute = chance(4) ? edges[number(in: 0...5)] : number(in: 0...minutes)
        return ZoneRules.utc.localDateTime(at: from + .minutes(Int64(minute)))
    }

    /// A start from which `rule` comes to `time` after a few rounds, or would but for a day that a month does not have.
    mutating func start(of rule: RecurrenceRule, before time: LocalDateTime) -> LocalDateTime {
        let units = number(in: 0...3) * rule.interval
        let date = time.date
        let earlier: LocalDate? =
            switch rule.frequency {
            case .daily: date.adding(days: -units)
            case .weekly: date.adding(days: -7 * units)
            case .monthly:
                LocalDate(
                    year: (date.year * 12 + date.month - 1 - units) / 12,
                    month: (date.year * 12 + date.month - 1 - units) % 12 + 1,
                    day: date.day
                )
            case .yearly: LocalDate(year: date.year - units, month: date.month, day: date.day)
            }
        return LocalDateTime(date: earlier ?? date, time: time.time)
    }

    /// A rule; one that comes to `time`, if that is given, and its start, its interval and its end let it.
    mutating func rule(
        _ frequency: RecurrenceRule.Frequency? = nil,
        hitting time: LocalDateTime? = nil
    ) throws -> RecurrenceRule {
        let frequency = frequency ?? RecurrenceRule.Frequency.allCases[number(in: 0...3)]
        let months = chance(3) ? numbers(in: 1...12, upTo: 4) + list(time?.date.month) : []
        var monthDays: [Int] = []
        if frequency != .weekly, chance(3) {
            // A day that every month has keeps a rule from being all but impossible.
            monthDays = numbers(in: -31...31, upTo: 4).filter { $0 != 0 } + numbers(in: 1...28, upTo: 2)
            monthDays += list(time?.date.day)
        }
        var weekdays = chance(2) ? weekdays(frequency, inMonths: !months.isEmpty) : []
        if let time, weekdays.contains(where: { $0.ordinal == nil }) { weekdays.append(.init(time.date.weekday)) }
        return try RecurrenceRule(
            frequency,
            interval: chance(2) ? 1 : number(in: 2...(frequency == .yearly ? 4 : 13)),
            months: months,
            monthDays: monthDays,
            weekdays: weekdays,
            hours: chance(3) ? numbers(in: 0...23, upTo: 3) + list(time?.time.hour) : [],
            minutes: chance(3) ? numbers(in: 0...59, upTo: 3) + list(time?.time.minute) : [],
            end: end(after: time),
            weekStart: Weekday.allCases[number(in: 0...6)]
        )
    }

    private func list(_ value: Int?) -> [Int] {
        value.map { [$0] } ?? []
    }

    private mutating func end(after time: LocalDateTime?) -> RecurrenceRule.End {
        if chance(3) { return .count(number(in: 1...30)) }
        guard let time, chance(4) else { return .never }
        // The limit is included, so that the very time is a limit worth trying.
        let date = time.date.adding(days: chance(2) ? 0 : number(in: 0...400))
        return .until(.local(LocalDateTime(date: date, time: time.time)))
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func chance(_ oneIn: Int) -> Bool {
        number(in: 1...oneIn) == 1
    }

    private mutating func numbers(in range: ClosedRange<Int>, upTo count: Int) -> [Int] {
        (0..<number(in: 1...count)).map { _ in number(in: range) }
    }

    /// All with ordinals or all without: python-dateutil takes a mixture for an intersection.
    private mutating func weekdays(_ frequency: RecurrenceRule.Frequency, inMonths: Bool) -> [WeekdaySelector] {
        let hasOrdinals = (frequency == .monthly || frequency == .yearly) && chance(2)
        let largest = frequency == .yearly && !inMonths ? 53 : 5
        return numbers(in: 0...6, upTo: 4).map { day in
            let magnitude = number(in: 1...largest)
            let ordinal = chance(2) ? magnitude : -magnitude
            return WeekdaySelector(Weekday.allCases[day], ordinal: hasOrdinals ? ordinal : nil)
        }
    }
}
