/// The rule that applies after a zone's last listed transition: the TZ string of a TZif footer.
///
/// POSIX's form, with the extensions of RFC 9636, section 3.3.2: hours from -167 to 167, and daylight saving time that
/// is negative or lasts all year.
struct FooterRule: Hashable, Sendable {
    /// A day of every year.
    enum Day: Hashable, Sendable {
        /// 1 to 365; 29 February is never counted, so that 60 is always 1 March.
        case withoutLeapDay(Int)
        /// 0 to 365; 29 February is counted.
        case withLeapDay(Int)
        /// The `week`-th (1 to 5; 5 means the last) day of a month with that weekday, 0 being Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// A day of every year and a time on the clocks in use until then.
    struct Change: Hashable, Sendable {
        var day: Day
        /// Seconds after the day's midnight; may lie days before or after.
        var seconds: Int
    }

    /// Daylight saving time and when it is in force.
    struct DaylightSaving: Hashable, Sendable {
        var offset: ZoneOffset
        var start: Change
        var end: Change
    }

    var standard: ZoneOffset
    var daylightSaving: DaylightSaving?
}

extension FooterRule {
    /// The offset at `second` of Unix time.
    func offset(at second: Int) -> ZoneOffset {
        guard let daylightSaving else { return standard }
        let year = self.year(at: second)
        // A change may lie a week outside its year, and one that starts late in a year ends in the next.
        for candidate in [year, year - 1, year + 1, year - 2] {
            let start = startOfDaylightSaving(in: candidate, daylightSaving)
            guard start <= second else { continue }
            let ends = (candidate...candidate + 2).lazy.map { endOfDaylightSaving(in: $0, daylightSaving) }
            if let end = ends.first(where: { $0 > start }), second < end { return daylightSaving.offset }
        }
        return standard
    }

    /// The seconds of Unix time after `lower` and up to `upper` at which the rule may change the clocks, in order.
    func changes(after lower: Int, through upper: Int) -> [Int] {
        guard let daylightSaving, lower < upper else { return [] }
        var changes: [Int] = []
        for candidate in (year(at: lower) - 1)...(year(at: upper) + 1) {
            let start = startOfDaylightSaving(in: candidate, daylightSaving)
            let end = endOfDaylightSaving(in: candidate, daylightSaving)
            if start > lower, start <= upper { changes.append(start) }
            if end > lower, end <= upper { changes.append(end) }
        }
        return changes.sorted()
    }

    private func year(at second: Int) -> Int {
        LocalDate(daysSinceEpoch: (second + standard.secondsEast).flooredQuotient(86_400)).year
    }

    private func startOfDaylightSaving(in year: Int, _ daylightSaving: DaylightSaving) -> Int {
        daylightSaving.start.wallSeconds(in: year) - standard.secondsEast
    }

    private func endOfDaylightSaving(in year: Int, _ daylightSaving: DaylightSaving) -> Int {
        daylightSaving.end.wallSeconds(in: year) - daylightSaving.offset.secondsEast
    }
}

extension FooterRule.Change {
    /// The time of the change in `year`, on the clocks in use until then.
    fileprivate func wallSeconds(in year: Int) -> Int {
        dayNumber(in: year) * 86_400 + seconds
    }

    private func dayNumber(in year: Int) -> Int {
        switch day {
        case .withoutLeapDay(let number):
            let newYear = LocalDate.dayNumber(year: year, month: 1, day: 1)
            return newYear + number - (LocalDate.isLeap(year) && number >= 60 ? 0 : 1)
        case .withLeapDay(let number):
            return LocalDate.dayNumber(year: year, month: 1, day: 1) + number
        case .weekday(let month, let week, let weekday):
            let first = LocalDate.dayNumber(year: year, month: month, day: 1)
            // Day 0 was a Thursday, 4 when Sunday is 0.
            let firstWeekday = (first + 4).flooredModulo(7)
            let day = (weekday - firstWeekday).flooredModulo(7) + 7 * (week - 1)
            return first + (day < LocalDate.length(ofMonth: month, in: year) ? day : day - 7)
        }
    }
}
