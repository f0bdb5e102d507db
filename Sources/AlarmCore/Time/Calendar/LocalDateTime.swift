/// A date and a time of day as a calendar and a wall clock show them, without a time zone.
///
/// It names an instant only together with a zone's rules: see `ZoneRules.resolve(_:)`.
public struct LocalDateTime: Hashable, Sendable, Comparable {
    /// The date.
    public let date: LocalDate
    /// The time of day.
    public let time: LocalTime

    /// Joins a date and a time of day.
    public init(date: LocalDate, time: LocalTime) {
        self.date = date
        self.time = time
    }

    /// Makes a date and time, or nil if the calendar has no such day or a clock no such time.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        minute: Int,
        second: Int = 0,
        millisecond: Int = 0
    ) {
        guard let date = LocalDate(year: year, month: month, day: day),
            let time = LocalTime(hour: hour, minute: minute, second: second, millisecond: millisecond)
        else { return nil }
        self.init(date: date, time: time)
    }

    /// Makes the clock reading `secondsEast` of UTC at `instant`, for any offset that a zone's rules can hold.
    init(at instant: Instant, secondsEast: Int) {
        let millisecond = Int(instant.milliseconds).flooredModulo(1000)
        self.init(wallSeconds: Int(instant.seconds) + secondsEast, millisecond: millisecond)
    }

    /// Makes the date and time that lie `wallSeconds` after 1970-01-01T00:00 on the same clock.
    init(wallSeconds: Int, millisecond: Int) {
        self.init(
            date: LocalDate(daysSinceEpoch: wallSeconds.flooredQuotient(86_400)),
            time: LocalTime(secondOfDay: wallSeconds.flooredModulo(86_400), millisecond: millisecond)
        )
    }

    /// Whole seconds since 1970-01-01T00:00 on the same clock: the Unix time, were the clock at UTC.
    var wallSeconds: Int { date.daysSinceEpoch * 86_400 + time.secondOfDay }

    /// The instant at which a clock `secondsEast` of UTC shows this.
    func instant(secondsEast: Int) -> Instant {
        Instant(seconds: Int64(wallSeconds - secondsEast)) + .milliseconds(Int64(time.millisecond))
    }

    /// Whether `left` is earlier on one and the same clock.
    public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }
}
