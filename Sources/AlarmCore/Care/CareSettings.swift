/// A dweller's settings for the alerts of a care circle.
public struct CareSettings: Hashable, Sendable {
    /// The decision about a signal.
    public enum SignalDecision: Hashable, Sendable {
        /// An alert, which the dweller can call off within the countdown.
        case alert(countdown: Span)
        /// No alert, for a reason that the history names.
        case held(Reason)
    }

    /// Why a signal raises no alert.
    public enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
        /// The dweller paused the circle.
        case paused
        /// The signal can wait until the quiet hours are over.
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
    /// The thresholds outside which a glucose reading raises an alert; nil for no glucose alerts.
    public var glucose: GlucoseThresholds?
    /// The hours in which the dweller is not asked.
    public var quietHours: QuietHours?
    /// The rule by which inactivity is asked about; nil for never.
    public var inactivity: InactivityRule?
    /// The pattern of still days that raises an alert; nil for never.
    public var wellness: WellnessPattern?
    /// The end of a pause; nil without one.
    public var pausedUntil: Instant?

    /// Makes settings; by default a circle is told of falls and of the button only.
    public init(
        countdowns: CareCountdowns = .default,
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

    /// Decides whether `signal` raises an alert at `now`.
    ///
    /// The button always works: a dweller who presses it wants help, whatever was set. A pause holds every other
    /// signal. Quiet hours hold inactivity and wellness, which can wait for hours; a fall at night is a fall.
    ///
    /// - Parameters:
    ///   - signal: what may have happened.
    ///   - now: when it became known.
    ///   - zone: the dweller's time zone.
    ///   - care: a member's acknowledgement of earlier readings; nil without one.
    /// - Returns: an alert with its countdown, or why there is none.
    public func answer(
        to signal: CareSignal,
        at now: Instant,
        in zone: ZoneRules,
        during care: GlucoseAcknowledgement? = nil
    ) -> SignalDecision {
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

    /// The time at which the dweller is asked whether all is well, unless there is activity before.
    ///
    /// Nil without an inactivity rule, or before the first activity.
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

    /// The next time after `now` at which the relay judges days that are over, and raises what quiet hours have held: the
    /// end of the present quiet hours, or ``CareLimits/judgement`` of a day.
    public func nextJudgement(after now: Instant, in zone: ZoneRules) -> Instant {
        if let end = quietHours?.end(at: now, in: zone) { return end }
        let today = zone.localDateTime(at: now).date
        let times = (0...3).lazy.map { days in
            let time = zone.resolve(LocalDateTime(date: today.adding(days: days), time: CareLimits.judgement)).instant
            return quietHours?.end(at: time, in: zone) ?? time
        }
        return times.first { $0 > now } ?? now + .days(1)
    }

    /// A later time for a question that is due at `now` or was due while the relay was away; nil to ask now.
    ///
    /// The question is put off to make up for an absence, and to the end of quiet hours.
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
