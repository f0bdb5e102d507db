/// A calendar date in the proleptic Gregorian calendar, without a time zone.
///
/// Every value exists: there is no 30 February. Years run from -300,000,000 to 300,000,000, beyond what an `Instant` can
/// reach, so that arithmetic on any instant stays within an `Int`.
public struct LocalDate: Hashable, Sendable, Comparable {
    /// The year; 0 is the year before the year 1, as in ISO 8601.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The years that a date can lie in.
    public static let years = -300_000_000...300_000_000

    /// Makes a date, or nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard LocalDate.years.contains(year), 1...12 ~= month, 1...LocalDate.length(ofMonth: month, in: year) ~= day
        else { return nil }
        self.init(valid: (year, month, day))
    }

    private init(valid parts: (year: Int, month: Int, day: Int)) {
        year = parts.year
        month = parts.month
        day = parts.day
    }

    /// Whether `left` is earlier.
    public static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// Whether `year` has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days in a month, 28 to 31; `month` wraps round the year, and `year` decides about February.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month.flooredModulo(12) {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension LocalDate {
    /// Days between 0000-03-01, where the 400-year cycle is taken to begin, and 1970-01-01.
    private static let epochInCycleDays = 719_468
    private static let daysInCycle = 146_097

    /// The day numbers, counted from 1970-01-01, that a date can have.
    private static let days =
        dayNumber(year: years.lowerBound, month: 1, day: 1)...dayNumber(year: years.upperBound, month: 12, day: 31)

    /// Days since 1970-01-01; negative before.
    public var daysSinceEpoch: Int { LocalDate.dayNumber(year: year, month: month, day: day) }

    /// Makes the date that lies `daysSinceEpoch` days after 1970-01-01, clamped to the years that a date can lie in.
    public init(daysSinceEpoch: Int) {
        let clamped = min(max(daysSinceEpoch, LocalDate.days.lowerBound), LocalDate.days.upperBound)
        let shifted = clamped + LocalDate.epochInCycleDays
        let cycle = shifted.flooredQuotient(LocalDate.daysInCycle)
        let dayOfCycle = shifted - cycle * LocalDate.daysInCycle
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(valid: (cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month, day))
    }

    /// The day number of a date, with years that begin in March so that the leap day comes last.
    ///
    /// Within such a year the months' lengths repeat every five months (31, 30, 31, 30, 31: 153 days), hence the
    /// `(153 * month + 2) / 5`.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let cycle = marchYear.flooredQuotient(400)
        let yearOfCycle = marchYear - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycle * daysInCycle + dayOfCycle - epochInCycleDays
    }

    /// The day of the week.
    public var weekday: Weekday { Weekday(dayNumber: daysSinceEpoch) }

    /// The date `days` later (earlier if negative), clamped to the years that a date can lie in.
    public func adding(days: Int) -> LocalDate {
        let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
        return LocalDate(daysSinceEpoch: overflow ? (days < 0 ? .min : .max) : sum)
    }
}

extension Weekday {
    /// The weekday of a day number; 1970-01-01, day 0, was a Thursday.
    init(dayNumber: Int) {
        self.init(daysAfterMonday: dayNumber.flooredModulo(7) + 3)
    }
}
