/// A rule completed by its start: which days of a month match, and at which times of day.
///
/// Every frequency is reduced to the days of one month as a bit set, so that any date can be reached without iterating
/// towards it.
struct RecurrencePattern: Hashable, Sendable {
    /// The earliest time that can match.
    let start: LocalDateTime
    /// The times of a matching day, ascending.
    let times: [LocalTime]

    private let frequency: RecurrenceRule.Frequency
    private let interval: Int
    /// The months that match, January at bit 1; 0 for all.
    private let months: UInt16
    private let monthDays: [Int]
    /// The weekdays that match whatever their ordinal, Monday at bit 0.
    private let weekdays: UInt8
    private let ordinalWeekdays: [WeekdaySelector]
    private let weekStart: Weekday

    /// The last month that is ever searched.
    private static let lastMonth = MonthNumber(number: 9999 * 12 + 11)

    init(rule: RecurrenceRule, start: LocalDateTime) {
        self.start = start
        frequency = rule.frequency
        interval = rule.interval
        weekStart = rule.weekStart
        var months = rule.months
        var monthDays = rule.monthDays
        var weekdays = rule.weekdays
        if monthDays.isEmpty, weekdays.isEmpty {
            switch rule.frequency {
            case .daily: break
            case .weekly: weekdays = [WeekdaySelector(start.date.weekday)]
            case .monthly: monthDays = [start.date.day]
            case .yearly:
                monthDays = [start.date.day]
                if months.isEmpty { months = [start.date.month] }
            }
        }
        self.months = months.reduce(0) { $0 | 1 << UInt16($1) }
        self.monthDays = monthDays
        self.weekdays = weekdays.reduce(0) { $1.ordinal == nil ? $0 | 1 << UInt8($1.weekday.daysAfterMonday) : $0 }
        ordinalWeekdays = weekdays.filter { $0.ordinal != nil }
        times = RecurrencePattern.times(of: rule, start: start.time)
    }

    private static func times(of rule: RecurrenceRule, start: LocalTime) -> [LocalTime] {
        let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
        let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
        return hours.flatMap { hour in
            minutes.compactMap { minute in
                LocalTime(hour: hour, minute: minute, second: start.second, millisecond: start.millisecond)
            }
        }
    }

    /// The last month worth searching if nothing matched since `month`.
    ///
    /// The calendar repeats itself exactly after 400 years (146,097 days, 20,871 weeks), the rule after a whole number
    /// of intervals, both together after `interval` times 400 years at the latest.
    func horizon(from month: MonthNumber) -> MonthNumber {
        min(MonthNumber(number: month.number + 4800 * interval), RecurrencePattern.lastMonth)
    }

    /// The next month after `month` that may match; all between are excluded by the list of months or the interval.
    func month(after month: MonthNumber) -> MonthNumber {
        var next = MonthNumber(number: month.number + 1)
        while !isListed(next) { next = MonthNumber(number: next.number + 1) }
        let first = MonthNumber(of: start.date)
        switch frequency {
        case .daily:
            let days = (start.date.daysSinceEpoch - next.firstDay).flooredModulo(interval)
            return days == 0 ? next : MonthNumber(of: LocalDate(daysSinceEpoch: next.firstDay + days))
        case .weekly:
            let nextWeek = week(of: next.firstDay)
            let weeks = (week(of: start.date.daysSinceEpoch) - nextWeek).flooredModulo(interval)
            return weeks == 0 ? next : MonthNumber(of: LocalDate(daysSinceEpoch: firstDay(ofWeek: nextWeek + weeks)))
        case .monthly:
            return MonthNumber(number: next.number + (first.number - next.number).flooredModulo(interval))
        case .yearly:
            let years = (first.year - next.year).flooredModulo(interval)
            return years == 0 ? next : MonthNumber(number: (next.year + years) * 12)
        }
    }

    /// The days of `month` that match, day 1 at bit 1.
    func days(in month: MonthNumber) -> UInt32 {
        guard isListed(month) else { return 0 }
        let length = month.length
        var days = (UInt32(2) << UInt32(length)) &- 2
        if !monthDays.isEmpty { days &= daysByMonthDay(length: length) }
        if days != 0 { days &= daysInInterval(month) }
        if days != 0, weekdays != 0 || !ordinalWeekdays.isEmpty { days &= daysByWeekday(month) }
        return days
    }

    /// The number of times from the start on that come before `bound`, or `limit` if there are more.
    ///
    /// Whole months are counted at once, so that the cost depends on the months in between and not on the times.
    func count(before bound: LocalDateTime, limit: Int) -> Int {
        guard start < bound else { return 0 }
        let first = MonthNumber(of: start.date)
        let last = min(MonthNumber(of: bound.date), horizon(from: first))
        var month = first
        var count = -self.count(in: first, before: start)
        var lastMonth = last
        while month < lastMonth {
            let days = self.days(in: month)
            if days != 0 { lastMonth = min(MonthNumber(of: bound.date), horizon(from: month)) }
            count += days.nonzeroBitCount * times.count
            guard count < limit else { return limit }
            month = self.month(after: month)
        }
        if month == MonthNumber(of: bound.date) { count += self.count(in: month, before: bound) }
        return min(count, limit)
    }

    /// The number of times in `month`, the month of `bound`, that come before it.
    private func count(in month: MonthNumber, before bound: LocalDateTime) -> Int {
        let days = days(in: month)
        let isToday = UInt32(1) << UInt32(bound.date.day)
        let earlier = (days & (isToday - 1)).nonzeroBitCount * times.count
        guard days & isToday != 0 else { return earlier }
        return earlier + (times.firstIndex { $0 >= bound.time } ?? times.count)
    }

    private func isListed(_ month: MonthNumber) -> Bool {
        months == 0 || months & 1 << UInt16(month.month) != 0
    }

    private func daysByMonthDay(length: Int) -> UInt32 {
        monthDays.reduce(0) { days, number in
            let day = number > 0 ? number : length + 1 + number
            return 1...length ~= day ? days | 1 << UInt32(day) : days
        }
    }

    private func daysByWeekday(_ month: MonthNumber) -> UInt32 {
        let firstWeekday = Weekday(dayNumber: month.firstDay).daysAfterMonday
        var days: UInt32 = 0
        if weekdays != 0 {
            for day in 1...month.length where weekdays & 1 << UInt8((firstWeekday + day - 1) % 7) != 0 {
                days |= 1 << UInt32(day)
            }
        }
        let isWithinMonth = frequency == .monthly || months != 0
        let (first, length) = isWithinMonth ? (month.firstDay, month.length) : yearDays(of: month)
        for selector in ordinalWeekdays {
            guard let offset = selector.offset(inPeriodFrom: first, length: length) else { continue }
            let day = first + offset - month.firstDay + 1
            if 1...month.length ~= day { days |= 1 << UInt32(day) }
        }
        return days
    }

    private func yearDays(of month: MonthNumber) -> (first: Int, length: Int) {
        (LocalDate.dayNumber(year: month.year, month: 1, day: 1), LocalDate.isLeap(month.year) ? 366 : 365)
    }

    private func daysInInterval(_ month: MonthNumber) -> UInt32 {
        guard interval > 1 else { return .max }
        let first = MonthNumber(of: start.date)
        switch frequency {
        case .daily:
            let offset = (start.date.daysSinceEpoch - month.firstDay).flooredModulo(interval)
            return stride(from: offset, to: month.length, by: interval).reduce(0) { $0 | 2 << UInt32($1) }
        case .weekly:
            return daysInWeeks(month)
        case .monthly:
            return (month.number - first.number).isMultiple(of: interval) ? .max : 0
        case .yearly:
            return (month.year - first.year).isMultiple(of: interval) ? .max : 0
        }
    }

    /// The days of the weeks whose distance from the start's is a multiple of the interval.
    private func daysInWeeks(_ month: MonthNumber) -> UInt32 {
        let firstDay = month.firstDay
        let firstWeek = week(of: firstDay)
        let weeks = (week(of: start.date.daysSinceEpoch) - firstWeek).flooredModulo(interval)
        var days: UInt32 = 0
        var offset = self.firstDay(ofWeek: firstWeek + weeks) - firstDay
        while offset < month.length {
            for day in max(offset, 0)..<min(offset + 7, month.length) { days |= 2 << UInt32(day) }
            offset += 7 * interval
        }
        return days
    }

    /// A running number of the week, beginning on `weekStart`, that contains a day number.
    private func week(of dayNumber: Int) -> Int {
        (dayNumber - firstDay(ofWeek: 0)).flooredQuotient(7)
    }

    private func firstDay(ofWeek week: Int) -> Int {
        // Day 4 was Monday, 1970-01-05.
        week * 7 + 4 + weekStart.daysAfterMonday
    }
}

extension WeekdaySelector {
    /// The number of days from the first of a period to the selected one, or nil if the period has none.
    fileprivate func offset(inPeriodFrom first: Int, length: Int) -> Int? {
        guard let ordinal else { return nil }
        let firstWeekday = Weekday(dayNumber: first).daysAfterMonday
        let firstMatch = (weekday.daysAfterMonday - firstWeekday).flooredModulo(7)
        let matches = (length - 1 - firstMatch) / 7 + 1
        let place = ordinal > 0 ? ordinal - 1 : matches + ordinal
        return 0..<matches ~= place ? firstMatch + place * 7 : nil
    }
}
