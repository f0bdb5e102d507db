/// The state of a person's check-in at one instant, as it is shown to them.
public struct CheckInStatus: Hashable, Sendable {
    /// A state of a check-in.
    public enum State: String, CaseIterable, Hashable, Sendable, Codable {
        /// The plan is turned off.
        case off
        /// No check-in was made yet.
        case new
        /// A vacation is in force.
        case paused
        /// The first warning is still to come; standard kind.
        case normal
        /// A warning was given, and the deadline is still to come; standard kind.
        ///
        /// At most 3 h are left, and at most half of the time from the cycle's start to the deadline, or 15 min.
        case warning
        /// The deadline has passed and the contacts are told; standard kind.
        case expired
        /// The reminder is not due yet; gentle kind.
        case checkedIn = "checked-in"
        /// The reminder is given, and the contacts are not told yet; gentle kind.
        case due
        /// The contacts are told; gentle kind.
        case escalated
    }

    /// The state.
    public let state: State
    /// The deadline, or for the gentle kind the time of the reminder; nil when nothing is due.
    public let due: Instant?
    /// The time at which the contacts are told, unless a check-in comes first; nil when nothing is due.
    public let contactsDue: Instant?
    /// The time to ``due``, in whole seconds rounded up; nil when nothing is due.
    ///
    /// Positive until ``due`` is reached, negative from a second after it.
    public let remainingSeconds: Int64?

    /// Restores a status from its parts.
    public init(state: State, due: Instant?, contactsDue: Instant?, remainingSeconds: Int64?) {
        self.state = state
        self.due = due
        self.contactsDue = contactsDue
        self.remainingSeconds = remainingSeconds
    }

    /// Reads the status of `cycle` at `now`, with credit for the relay's absences.
    ///
    /// The end of a vacation needs no event: from then on the cycle counts by itself.
    ///
    /// `delay` is that of the cycle's alarm (``Alarm/delay``), which the cycle's deadline includes. The person was to check
    /// in by the time without it; contacts who are still to be told will be told at the time with it.
    public init(of cycle: CheckInCycle, at now: Instant, credit: DowntimeCredit = .none, delay: Span = .zero) {
        let (due, contactsDue) = (cycle.due(with: credit), cycle.contactsDue(with: credit))
        state = CheckInStatus.state(of: cycle, due: due, contactsDue: contactsDue, at: now)
        let promised = due.map { $0 - delay }
        self.due = promised
        self.contactsDue = contactsDue.map { $0 <= now ? $0 - delay : $0 }
        remainingSeconds = promised.map { due in -Instant(milliseconds: (now - due).milliseconds).seconds }
    }

    private static func state(of cycle: CheckInCycle, due: Instant?, contactsDue: Instant?, at now: Instant) -> State {
        guard cycle.plan.isOn else { return .off }
        if cycle.plan.isPaused(at: now) { return .paused }
        guard let due, let contactsDue else { return .new }
        switch cycle.plan.kind {
        case .standard:
            if now >= due { return .expired }
            return due - now <= cycle.firstWarning ? .warning : .normal
        case .gentle:
            if now >= contactsDue { return .escalated }
            return now >= due ? .due : .checkedIn
        }
    }
}
