import AlarmCore
import TestSupport

/// Draws rules and starts that exercise every part, each likely to match within a few years.
struct RuleGenerator {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func start() -> LocalDateTime {
        ZoneRules.utc.localDateTime(at: Instant(seconds: .random(in: 900_000_000...1_900_000_000, using: &generator)))
    }

    mutating func rule() throws -> RecurrenceRule {
        let frequency = RecurrenceRule.Frequency.allCases[number(in: 0...3)]
        let months = chance(3) ? numbers(in: 1...12, upTo: 4) : []
        var monthDays: [Int] = []
        if frequency != .weekly, chance(3) {
            // A day that every month has keeps a rule from being all but impossible.
            monthDays = numbers(in: -31...31, upTo: 4).filter { $0 != 0 } + numbers(in: 1...28, upTo: 2)
        }
        return try RecurrenceRule(
            frequency,
            interval: chance(2) ? 1 : number(in: 2...(frequency == .yearly ? 4 : 13)),
            months: months,
            monthDays: monthDays,
            weekdays: chance(2) ? weekdays(frequency, inMonths: !months.isEmpty) : [],
            hours: chance(3) ? numbers(in: 0...23, upTo: 3) : [],
            minutes: chance(3) ? numbers(in: 0...59, upTo: 3) : [],
            end: chance(3) ? .count(number(in: 1...30)) : .never,
            weekStart: Weekday.allCases[number(in: 0...6)]
        )
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
