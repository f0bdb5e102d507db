/// A person's check-in settings: how long they may be silent, and how others are told.
public struct CheckInPlan: Hashable, Sendable {
    /// A way of handling a missed check-in.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Pre-notices before the deadline, the contacts at the deadline.
        case standard
        /// A reminder to the person at 24 h, the contacts 24 h after it.
        case gentle

        /// The time from the deadline until the contacts are told: zero, or 24 h after the reminder.
        public var wait: Span { self == .gentle ? CheckInLimits.gentleWait : .zero }
    }

    /// The way of handling a missed check-in.
    public let kind: Kind
    /// The time from a check-in to the deadline, within ``CheckInLimits/thresholds``; 24 h for the gentle kind.
    public let threshold: Span
    /// Whether the plan is turned on.
    public let isOn: Bool
    /// The end of a vacation; nil without one.
    public let pausedUntil: Instant?

    /// Makes a plan.
    ///
    /// - Throws: ``CheckInError/threshold(_:)`` for a threshold out of range, ``CheckInError/gentleThreshold(_:)`` for
    ///   a gentle plan with a threshold other than 24 h.
    public init(
        kind: Kind = .standard,
        threshold: Span = CheckInLimits.defaultThreshold,
        isOn: Bool = true,
        pausedUntil: Instant? = nil
    ) throws(CheckInError) {
        guard CheckInLimits.thresholds.contains(threshold) else { throw .threshold(threshold) }
        guard kind == .standard || threshold == CheckInLimits.defaultThreshold else {
            throw .gentleThreshold(threshold)
        }
        self.init(valid: kind, threshold, isOn, pausedUntil)
    }

    private init(valid kind: Kind, _ threshold: Span, _ isOn: Bool, _ pausedUntil: Instant?) {
        self.kind = kind
        self.threshold = threshold
        self.isOn = isOn
        self.pausedUntil = pausedUntil
    }

    /// The same plan with a vacation until `end`, exclusive.
    ///
    /// - Throws: ``CheckInError/pause(_:)`` for an end that is not later than `now`, or more than
    ///   ``CheckInLimits/longestPause`` later.
    public func paused(until end: Instant, at now: Instant) throws(CheckInError) -> CheckInPlan {
        guard end > now, end <= now + CheckInLimits.longestPause else { throw .pause(end) }
        return CheckInPlan(valid: kind, threshold, isOn, end)
    }

    /// The same plan without a vacation.
    public var resumed: CheckInPlan { CheckInPlan(valid: kind, threshold, isOn, nil) }

    /// The time from the deadline until the contacts are told.
    public var wait: Span { kind.wait }

    /// Whether a vacation is in force at `now`.
    public func isPaused(at now: Instant) -> Bool {
        pausedUntil.map { now < $0 } ?? false
    }
}
