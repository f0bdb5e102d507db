/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Hashable, Sendable, Comparable {
    case monday = 1
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    /// Whether `left` comes earlier than `right` in a week that begins on Monday.
    public static func < (left: Weekday, right: Weekday) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The days from Monday to this day, 0 to 6.
    var daysAfterMonday: Int { rawValue - 1 }

    /// Creates the day that lies `days` after a Monday, for any number of days.
    init(daysAfterMonday days: Int) {
        self = Weekday.allCases[days.flooredModulo(7)]
    }
}
