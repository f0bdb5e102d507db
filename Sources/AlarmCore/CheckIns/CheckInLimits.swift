/// The bounds of check-ins.
public enum CheckInLimits {
    /// How long a person may go without checking in before others are told: 1 h to 30 d.
    public static let thresholds = Span.hours(1)...Span.days(30)
    /// The threshold of the gentle kind, and the usual one of the standard kind: 24 h.
    public static let usualThreshold = Span.hours(24)
    /// From how long before the deadline on a check-in is due soon: 3 h, the longest pre-notice.
    public static let warning = Span.hours(3)
    /// The shortest pre-notice: 15 min.
    ///
    /// A deadline that a change of settings brings nearer is never nearer than this.
    public static let shortestNotice = Span.minutes(15)
    /// How far a snooze moves the deadline: 24 h.
    public static let snooze = Span.hours(24)
    /// How many snoozes may follow one another without a check-in: 7.
    ///
    /// Whoever is away for longer says so with a pause, which has an end that others can see.
    public static let snoozes = 7
    /// How long after its reminder a gentle check-in reaches the contacts: 24 h.
    public static let gentleWait = Span.hours(24)
    /// The furthest end of a pause: 366 d from the day it is set.
    public static let longestPause = Span.days(366)
    /// How long after the relay's return a deadline lies at least, if the absence lasted as long: 1 h.
    ///
    /// The same as the credit of ``EscalationPolicy/checkIn``: time for two pre-notices, while contacts do not wait for hours
    /// because of an outage that did not keep the person from checking in.
    public static let downtimeGrace = Span.hours(1)
    /// How many check-ins are kept for the person to look at: 30.
    public static let kept = 30
}
