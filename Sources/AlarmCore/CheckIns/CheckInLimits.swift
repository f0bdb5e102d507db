/// The limits of check-ins.
public enum CheckInLimits {
    /// How long a person may go without checking in before others are told: 1 h to 30 d.
    public static let thresholds = Span.hours(1)...Span.days(30)
    /// The threshold of the gentle kind, and the default of the standard kind: 24 h.
    public static let defaultThreshold = Span.hours(24)
    /// The shortest pre-notice: 15 min.
    ///
    /// A change of settings never brings a deadline nearer than this.
    public static let shortestNotice = Span.minutes(15)
    /// How far a snooze moves the deadline: 24 h.
    public static let snooze = Span.hours(24)
    /// The most snoozes in a row without a check-in: 7.
    ///
    /// For a longer absence there is the pause, which has an end that others can see.
    public static let snoozes = 7
    /// The time from the reminder of a gentle check-in until its contacts are told: 24 h.
    public static let gentleWait = Span.hours(24)
    /// The furthest end of a pause: 366 d from the day it is set.
    public static let longestPause = Span.days(366)
    /// The least time between the relay's return and a deadline, after an absence at least as long: 1 h.
    ///
    /// The same as the credit of ``EscalationPolicy/checkIn``: enough for two pre-notices, without making contacts wait
    /// for hours because of an outage that did not keep the person from checking in.
    public static let downtimeGrace = Span.hours(1)
    /// The number of check-ins that are kept for the person to look at: 30.
    public static let kept = 30
}
