package import AlarmCore

/// How much that costs money may still be used today, which limits the operator's cost in case of a fault or abuse.
///
/// It counts segments of text messages, or calls.
///
/// A day is a UTC day.
package struct DailyBudget: Hashable, Sendable {
    /// The units per day.
    package let perDay: Int
    /// The day of `used`, counted from 1970-01-01.
    package private(set) var day: Int
    /// The number of units used on that day.
    package private(set) var used: Int

    /// Creates a budget, part of which may be used already.
    package init(perDay: Int, day: Int = 0, used: Int = 0) {
        self.perDay = max(0, perDay)
        self.day = day
        self.used = max(0, used)
    }

    /// The number of units left on the day of `now`.
    package func remaining(at now: Instant) -> Int {
        max(0, Self.day(of: now) > day ? perDay : perDay - used)
    }

    /// Reserves all of `units` or none; false when fewer than these and `rest` more are left.
    ///
    /// A clock that was set back to an earlier day returns nothing to the budget.
    package mutating func take(_ units: Int, at now: Instant, leaving rest: Int = 0) -> Bool {
        let today = Self.day(of: now)
        if today > day { (day, used) = (today, 0) }
        guard units >= 0, units <= perDay - used - rest else { return false }
        used += units
        return true
    }

    /// Returns units that were reserved today and not used.
    package mutating func giveBack(_ units: Int, at now: Instant) {
        guard Self.day(of: now) <= day else { return }
        used = max(0, used - max(0, units))
    }

    private static func day(of instant: Instant) -> Int {
        let (days, rest) = Int(instant.seconds).quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
