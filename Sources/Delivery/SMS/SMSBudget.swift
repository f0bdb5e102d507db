package import AlarmCore

/// The number of segments that may still be sent today, which limits the operator's cost in case of a fault or abuse.
///
/// A day is a UTC day.
package struct SMSBudget: Hashable, Sendable {
    /// The segments per day.
    package let perDay: Int
    /// The day of `used`, counted from 1970-01-01.
    package private(set) var day: Int
    /// The number of segments used on that day.
    package private(set) var used: Int

    /// Creates a budget, part of which may be used already.
    package init(perDay: Int, day: Int = 0, used: Int = 0) {
        self.perDay = max(0, perDay)
        self.day = day
        self.used = max(0, used)
    }

    /// The number of segments left on the day of `now`.
    package func remaining(at now: Instant) -> Int {
        max(0, Self.day(of: now) > day ? perDay : perDay - used)
    }

    /// Reserves all of `segments` or none; false when fewer than these and `rest` more are left.
    ///
    /// A clock that was set back to an earlier day returns nothing to the budget.
    package mutating func take(_ segments: Int, at now: Instant, leaving rest: Int = 0) -> Bool {
        let today = Self.day(of: now)
        if today > day { (day, used) = (today, 0) }
        guard segments >= 0, segments <= perDay - used - rest else { return false }
        used += segments
        return true
    }

    /// Returns segments that were reserved today and not used.
    package mutating func giveBack(_ segments: Int, at now: Instant) {
        guard Self.day(of: now) <= day else { return }
        used = max(0, used - max(0, segments))
    }

    private static func day(of instant: Instant) -> Int {
        let (days, rest) = Int(instant.seconds).quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
