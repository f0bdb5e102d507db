/// What a dweller set about the alerts of a care circle.
public struct CareSettings: Hashable, Sendable {
    /// What becomes of a signal.
    public enum Answer: Hashable, Sendable {
        /// An alert, which the dweller can call off for so long.
        case alert(countdown: Span)
        /// Nothing, for a reason that the history names.
        case held(Reason)
    }

    /// Why a signal raises no alert.
    public enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
        /// The dweller paused the circle.
        case paused
        /// It can wait until the quiet hours are over.
        case quietHours = "quiet-hours"
        /// The reading lies within the dweller's thresholds.
        case withinThresholds = "within-thresholds"
        /// The dweller set no thresholds.
        case noThresholds = "no-thresholds"
        /// A member has acknowledged a reading on the same side within the hour.
        case acknowledged
    }

    /// The time to call off an alert, by kind.
    public var countdowns: CareCountdowns
    /// From where on a glucose reading is an alert; nil if none is.
    public var glucose: GlucoseThresholds?
    /// The hours in which nobody is asked.
    public var quietHours: QuietHours?
    /// When inactivity is asked about; nil if never.
    public var inactivity: InactivityRule?
    /// When still days are an alert; nil if never.
    public var wellness: WellnessPattern?
    /// The end of a pause; nil without one.
    public var pausedUntil: Instant?

    /// Makes settings; unless something is set, a circle knows of falls and of the button only.
    public init(
        countdowns: CareCountdowns = .usual,
        glucose: GlucoseThresholds? = nil,
        quietHours: QuietHours? = nil,
        inactivity: InactivityRule? = nil,
        wellness: WellnessPattern? = nil,
        pausedUntil: Instant? = nil
    ) {
        self.countdowns = countdowns
        self.glucose = glucose
        self.quietHours = quietHours
        self.inactivity = inactivity
        self.wellness = wellness
        self.pausedUntil = pausedUntil
    }

    /// Pauses the circle until `end`, exclusive; the button goes on working.
    ///
    /// - Throws: ``CareError/pause(_:)`` for an end that is not later than `now`, or more than
    ///   ``CareLimits/longestPause`` later.
    public mutating func pause(until end: Instant, at now: Instant) throws(CareError) {
        guard end > now, end <= now + CareLimits.longestPause else { throw .pause(end) }
        pausedUntil = end
    }

    /// Whether the circle is paused at `now`.
    public func isPaused(at now: Instant) -> Bool {
        pausedUntil.map { now < $0 } ?? false
    }

    /// Says what becomes of `signal` at `now`.
    ///
    /// The button always works: whoever presses it wants help, whatever was set. A pause holds all else. Quiet hours hold
    /// inactivity and wellness, which are questions of hours; a fall at night is a fall.
    ///
    /// - Parameters:
    ///   - signal: what may have happened.
    ///   - now: when it became known.
    ///   - zone: where the dweller is.
    ///   - care: that a member looks after earlier readings; nil if none does.
    /// - Returns: an alert with its countdown, or why there is none.
    public func answer(
        to signal: CareSignal,
        at now: Instant,
        in zone: ZoneRules,
        during care: GlucoseCare? = nil
    ) -> Answer {
        if signal != .manual, isPaused(at: now) { return .held(.paused) }
        switch signal {
        case .manual, .fall: break
        case .inactivity, .wellness:
            if let quietHours, quietHours.contains(now, in: zone) { return .held(.quietHours) }
        case .glucose(let reading):
            guard let glucose else { return .held(.noThresholds) }
            guard let side = glucose.side(of: reading) else { return .held(.withinThresholds) }
            if let care, care.covers(side, at: now) { return .held(.acknowledged) }
        }
        return .alert(countdown: countdowns[signal.kind])
    }

    /// When the dweller is asked whether all is well, unless there is activity before.
    ///
    /// Nil if the dweller set no wait, or showed no activity yet from which it could count.
    public func inactivityDeadline(
        after lastActivity: Instant?,
        absences: [Absence] = [],
        in zone: ZoneRules
    ) -> Instant? {
        guard let inactivity, let lastActivity else { return nil }
        return inactivity.deadline(
            after: lastActivity,
            quietHours: quietHours,
            pausedUntil: pausedUntil,
            absences: absences,
            in: zone
        )
    }

    /// When a dweller is asked who was to be asked at `now`, or before while the relay was away; nil for now.
    ///
    /// It is later where an absence is to be made up for, and after the quiet hours where it would be within them.
    public func laterQuestion(
        at now: Instant,
        after lastActivity: Instant?,
        absences: [Absence],
        in zone: ZoneRules
    ) -> Instant? {
        guard let deadline = inactivityDeadline(after: lastActivity, absences: absences, in: zone) else { return nil }
        let time = max(deadline, now)
        let question = quietHours?.end(at: time, in: zone) ?? time
        return question > now ? question : nil
    }
}
