/// The bounds of care circles.
public enum CareLimits {
    /// How long a dweller has to call an alert off before the members hear of it: 30 to 120 s.
    public static let countdowns = Span.seconds(30)...Span.seconds(120)
    /// The time without activity after which the dweller is asked: 1 to 4 h.
    public static let inactivity = Span.hours(1)...Span.hours(4)
    /// The length of the quiet hours on the clock: 1 min to 18 h, so that something of each day is watched.
    public static let quietHours = Span.minutes(1)...Span.hours(18)
    /// The inactivity that makes a day a still one: 1 to 23 h.
    public static let stillness = Span.hours(1)...Span.hours(23)
    /// For how many still days in a row a wellness pattern may wait: 2 to 14.
    public static let stillDays = 2...14
    /// How many days of activity are kept: 30.
    public static let keptDays = 30
    /// Readings that a glucose sensor can mean, in mg/dL: 1 to 1,500.
    public static let glucoseReadings = 1...1500
    /// What a dweller may call too low, in mg/dL: 40 to 110.
    public static let glucoseLows = 40...110
    /// What a dweller may call too high, in mg/dL: 120 to 450.
    public static let glucoseHighs = 120...450
    /// For how long after its last rung an alert that nobody has answered is still open: 24 h.
    public static let open = Span.hours(24)
    /// For how long readings on the side of one that a member acknowledged raise no further alert: 1 h.
    public static let glucoseCare = Span.hours(1)
    /// The furthest end of a pause: 366 d from the day it is set.
    public static let longestPause = Span.days(366)
}
