/// The local times that a pattern names, in order, before time-zone rules apply.
struct NominalTimes: IteratorProtocol, Sendable {
    private let pattern: RecurrencePattern
    private var month: MonthNumber
    /// The remaining days of `month`, day 1 at bit 1.
    private var days: UInt32 = 0
    /// The index in the pattern's times of the next time on the first of `days`.
    private var timeIndex = 0
    private var lastMonth: MonthNumber

    /// Begins with the first time that is not before `bound` (nor before the pattern's start).
    init(of pattern: RecurrencePattern, from bound: LocalDateTime) {
        self.pattern = pattern
        let bound = max(bound, pattern.start)
        month = MonthNumber(of: bound.date)
        lastMonth = pattern.horizon(from: month)
        guard month <= lastMonth else { return }
        let isToday = UInt32(1) << UInt32(bound.date.day)
        days = pattern.days(in: month) & ~(isToday - 1)
        if days & isToday != 0 {
            timeIndex = pattern.times.firstIndex { $0 >= bound.time } ?? pattern.times.count
        }
    }

    mutating func next() -> LocalDateTime? {
        while true {
            while days != 0 {
                if timeIndex < pattern.times.count {
                    defer { timeIndex += 1 }
                    lastMonth = pattern.horizon(from: month)
                    guard let date = month.date(day: days.trailingZeroBitCount) else { return nil }
                    return LocalDateTime(date: date, time: pattern.times[timeIndex])
                }
                days &= days - 1
                timeIndex = 0
            }
            guard month < lastMonth else { return nil }
            month = pattern.month(after: month)
            guard month <= lastMonth else { return nil }
            days = pattern.days(in: month)
        }
    }
}
