package import AlarmCore

/// How something repeats, in words.
package enum RepetitionText {
    /// A rule in a few words, such as `every weekday` or `every 2 weeks on Monday and Wednesday`.
    ///
    /// - Returns: the words; for a rule that would take many, that it has a rule of its own.
    package static func words(for rule: RecurrenceRule, in language: Language) -> String {
        guard rule.hours.isEmpty, rule.minutes.isEmpty, let rhythm = rhythm(of: rule, language) else {
            return language.phrase(.repeatOther).text
        }
        switch rule.end {
        case .never: return rhythm.text
        case .count(let count):
            return language.phrase(.repeatCount, [.rhythm: .phrase(rhythm), .count: .count(Int64(count))]).text
        case .until(let limit):
            let end = Phrase(limit.text(in: language))
            return language.phrase(.repeatUntil, [.rhythm: .phrase(rhythm), .days: .phrase(end)]).text
        }
    }

    private static func rhythm(of rule: RecurrenceRule, _ language: Language) -> Phrase? {
        let unit = unit(of: rule.frequency)
        let rhythm =
            rule.interval == 1
            ? language.phrase(unit.one) : language.phrase(unit.several, [.count: .count(Int64(rule.interval))])
        let days: Phrase?
        switch (rule.frequency, rule.months.isEmpty, rule.monthDays.isEmpty, rule.weekdays.isEmpty) {
        case (_, true, true, true): return rhythm
        case (.weekly, true, true, false):
            if rule.interval == 1 { return week(of: rule.weekdays.map(\.weekday), language) }
            days = list(rule.weekdays.map { name(of: $0.weekday, language) }, language)
        case (.monthly, true, false, true):
            let names = rule.monthDays.compactMap { dayOfMonth($0, language) }
            days = names.count == rule.monthDays.count ? list(names, language) : nil
        case (.monthly, true, true, false):
            let names = rule.weekdays.compactMap { weekdayOfMonth($0, language) }
            days = names.count == rule.weekdays.count ? list(names, language) : nil
        default: days = nil
        }
        return days.map { language.phrase(.repeatOn, [.rhythm: .phrase(rhythm), .days: .phrase($0)]) }
    }

    private static func unit(of frequency: RecurrenceRule.Frequency) -> (one: TextKey, several: TextKey) {
        switch frequency {
        case .daily: (.repeatDay, .repeatDays)
        case .weekly: (.repeatWeek, .repeatWeeks)
        case .monthly: (.repeatMonth, .repeatMonths)
        case .yearly: (.repeatYear, .repeatYears)
        }
    }

    private static func week(of days: [Weekday], _ language: Language) -> Phrase {
        switch Set(days) {
        case Set(Weekday.allCases): language.phrase(.repeatDay)
        case [.monday, .tuesday, .wednesday, .thursday, .friday]: language.phrase(.repeatWeekdays)
        case [.saturday, .sunday]: language.phrase(.repeatWeekends)
        default:
            language.phrase(.repeatEvery, [.days: .phrase(list(days.map { name(of: $0, language) }, language))])
        }
    }

    /// The names, with "and" before the last.
    private static func list(_ names: [Phrase], _ language: Language) -> Phrase {
        guard let last = names.last, names.count > 1 else { return names.first ?? Phrase("") }
        let first = names.dropLast().map(\.text).joined(separator: language.isChinese ? "、" : ", ")
        return language.phrase(.repeatAnd, [.rhythm: .phrase(Phrase(first)), .days: .phrase(last)])
    }

    private static func name(of day: Weekday, _ language: Language) -> Phrase {
        let key: TextKey =
            switch day {
            case .monday: .weekdayMonday
            case .tuesday: .weekdayTuesday
            case .wednesday: .weekdayWednesday
            case .thursday: .weekdayThursday
            case .friday: .weekdayFriday
            case .saturday: .weekdaySaturday
            case .sunday: .weekdaySunday
            }
        return language.phrase(key)
    }

    /// A day of the month, as `the 1st` or `the last day`; nil for another one from its end.
    private static func dayOfMonth(_ day: Int, _ language: Language) -> Phrase? {
        if day == -1 { return language.phrase(.repeatLastDay) }
        guard day > 0 else { return nil }
        return language.isChinese ? Phrase("\(day) 日") : Phrase("the \(ordinal(day))")
    }

    private static func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (_, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }

    /// A day of the week within a month, as `the first Monday`; nil for one that has no word.
    private static func weekdayOfMonth(_ selector: WeekdaySelector, _ language: Language) -> Phrase? {
        let day = name(of: selector.weekday, language)
        let key: TextKey? =
            switch selector.ordinal {
            case 1: .repeatFirst
            case 2: .repeatSecond
            case 3: .repeatThird
            case 4: .repeatFourth
            case -1: .repeatLast
            default: nil
            }
        return key.map { language.phrase($0, [.days: .phrase(day)]) }
    }
}

extension RecurrenceRule.Limit {
    /// The time of the last possible occurrence, as precise as the rule has it.
    fileprivate func text(in language: Language) -> String {
        switch self {
        case .instant(let instant): TimeText.moment(instant, in: .utc, language)
        case .local(let time): "\(time.date.iso8601) \(time.time.iso8601.prefix(5))"
        case .date(let date): date.iso8601
        }
    }
}
