package import AlarmCore

/// How many segments may still be sent today: a fault, or a stranger, shall not cost more than the operator allows.
///
/// A day is one of UTC.
package struct SMSBudget: Hashable, Sendable {
    /// The segments of a day.
    package let perDay: Int
    /// The day that `used` is of, counted from 1970-01-01.
    package private(set) var day: Int
    /// How many of them have been taken.
    package private(set) var used: Int

    /// Makes a budget, of which something may be used already.
    package init(perDay: Int, day: Int = 0, used: Int = 0) {
        self.perDay = max(0, perDay)
        self.day = day
        self.used = max(0, used)
    }

    /// How many segments are left of the day of `now`.
    package func remaining(at now: Instant) -> Int {
        max(0, Self.day(of: now) > day ? perDay : perDay - used)
    }

    /// Takes so many segments, all or none; false when they are not left, besides a number that must be.
    ///
    /// A clock that was set back to a day before the present one's gives nothing back.
    package mutating func take(_ segments: Int, at now: Instant, leaving rest: Int = 0) -> Bool {
        let today = Self.day(of: now)
        if today > day { (day, used) = (today, 0) }
        guard segments >= 0, segments <= perDay - used - rest else { return false }
        used += segments
        return true
    }

    /// Gives back what was taken today and not used.
    package mutating func giveBack(_ segments: Int, at now: Instant) {
        guard Self.day(of: now) <= day else { return }
        used = max(0, used - max(0, segments))
    }

    private static func day(of instant: Instant) -> Int {
        let (days, rest) = Int(instant.seconds).quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
