/// A time of day on a wall clock, to the millisecond, without a time zone.
public struct LocalTime: Hashable, Sendable, Comparable {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int
    /// The millisecond, 0 to 999.
    public let millisecond: Int

    /// The start of the day.
    public static let midnight = LocalTime(secondOfDay: 0, millisecond: 0)

    /// Makes a time of day, or nil if a field is out of its range.
    public init?(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second, 0...999 ~= millisecond else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// Makes the time that lies `secondOfDay` seconds after midnight; both numbers wrap round their cycle.
    init(secondOfDay: Int, millisecond: Int) {
        let second = secondOfDay.flooredModulo(86_400)
        self.hour = second / 3600
        self.minute = second / 60 % 60
        self.second = second % 60
        self.millisecond = millisecond.flooredModulo(1000)
    }

    /// Whole seconds since midnight, 0 to 86,399.
    public var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    /// Whether `left` is earlier in the day.
    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        (left.secondOfDay, left.millisecond) < (right.secondOfDay, right.millisecond)
    }
}
