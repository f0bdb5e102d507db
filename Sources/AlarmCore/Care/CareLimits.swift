/// The bounds of care circles.
public enum CareLimits {
    /// The time to call off an alert before the members are told: 30 to 120 s.
    public static let countdowns = Span.seconds(30)...Span.seconds(120)
    /// The time without activity after which the dweller is asked: 1 to 4 h.
    public static let inactivity = Span.hours(1)...Span.hours(4)
    /// The length of the quiet hours on the clock: 1 min to 18 h, so that a part of each day is always watched.
    public static let quietHours = Span.minutes(1)...Span.hours(18)
    /// The inactivity that makes a day a still one: 1 to 23 h.
    public static let stillness = Span.hours(1)...Span.hours(23)
    /// The number of consecutive still days after which a wellness pattern raises an alert: 2 to 14.
    public static let stillDays = 2...14
    /// The time of day at which days that are over are judged, on the dweller's clocks: 9:00, or the end of quiet hours
    /// then.
    public static let judgement = LocalTime(hour: 9, minute: 0) ?? .midnight
    /// The number of days of activity that are kept: 30.
    public static let keptDays = 30
    /// Readings that a glucose sensor can mean, in mg/dL: 1 to 1,500.
    public static let glucoseReadings = 1...1500
    /// The range of the lower threshold, in mg/dL: 40 to 110.
    public static let glucoseLows = 40...110
    /// The range of the upper threshold, in mg/dL: 120 to 450.
    public static let glucoseHighs = 120...450
    /// The silence after which a dweller counts as not heard: 12 h.
    public static let notHeard = Span.hours(12)
    /// The time after which a sign of life settles an alert that somebody answered and nobody called over: 24 h.
    public static let settling = Span.hours(24)
    /// How long an unanswered alert stays open after its last step: 24 h.
    public static let open = Span.hours(24)
    /// How long before the dweller signals an alert again a member may have answered it, so that the answer still holds:
    /// 15 min.
    public static let answerLead = Span.minutes(15)
    /// How long further readings on the side that a member acknowledged raise no alert: 1 h.
    public static let glucoseCare = Span.hours(1)
    /// The furthest end of a pause: 366 d from the day it is set.
    public static let longestPause = Span.days(366)
}
