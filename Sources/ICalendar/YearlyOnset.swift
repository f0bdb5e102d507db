import AlarmCore

/// The day of every year on which clocks change: a weekday of a month, counted from its start or from its end.
struct YearlyOnset: Hashable, Sendable {
    let month: Int
    /// From the start, 1 to 4, or the last, -1.
    let ordinal: Int
    let weekday: Weekday
    let time: LocalTime

    /// The days that a change may be on in every year, if it is on this one in its year.
    static func candidates(for onset: LocalDateTime) -> [YearlyOnset] {
        let date = onset.date
        let count = (date.day - 1) / 7 + 1
        let isLast = date.day + 7 > LocalDate.length(ofMonth: date.month, in: date.year)
        return ((count <= 4 ? [count] : []) + (isLast ? [-1] : [])).map {
            YearlyOnset(month: date.month, ordinal: $0, weekday: date.weekday, time: onset.time)
        }
    }

    /// The index from which on `onsets` follow this in every year without a break to their end.
    func start(in onsets: [LocalDateTime]) -> Int {
        var start = onsets.endIndex
        while start > onsets.startIndex {
            let onset = onsets[start - 1]
            guard Self.candidates(for: onset).contains(self),
                start == onsets.endIndex || onsets[start].date.year == onset.date.year + 1
            else { break }
            start -= 1
        }
        return start
    }

    /// The rule as the zone's description has it.
    var calendarText: String {
        let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(ordinal)\(days[weekday.rawValue - 1])"
    }
}
