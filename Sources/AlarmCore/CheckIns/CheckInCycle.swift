/// The time from one check-in to the next, and the deadline at its end.
///
/// A cycle begins with a check-in. Before the first check-in there is no deadline, so that nobody is alerted about a
/// person who set the plan up and has not begun. The end of a vacation begins a new cycle with a whole threshold; so do
/// ending a vacation early and turning the plan on again.
///
/// The cycle reads no clock and never moves by itself: its owner passes in each event and its time.
public struct CheckInCycle: Hashable, Sendable {
    /// The person's plan.
    public private(set) var plan: CheckInPlan
    /// The latest check-in; nil before the first.
    public private(set) var lastCheckIn: Instant?
    /// The time from which the threshold counts; nil before the first check-in and while the plan is off.
    public private(set) var start: Instant?
    /// The time at which the check-in is overdue, without credit for the relay's absences; nil without a ``start``.
    public private(set) var deadline: Instant?
    /// The number of snoozes since the cycle began.
    public private(set) var snoozes: Int

    /// Makes the cycle of a person who never checked in.
    public init(plan: CheckInPlan) {
        self.plan = plan
        snoozes = 0
    }

    /// Restores a stored cycle.
    ///
    /// The deadline is stored rather than computed anew: a change of settings can have extended it to leave time for a
    /// warning (see ``change(to:at:)``).
    public init(plan: CheckInPlan, lastCheckIn: Instant?, start: Instant?, deadline: Instant?, snoozes: Int) {
        self.plan = plan
        self.lastCheckIn = lastCheckIn
        self.start = deadline == nil ? nil : start
        self.deadline = start == nil ? nil : deadline
        self.snoozes = max(snoozes, 0)
    }

    /// The time at which the contacts are told, without credit for the relay's absences; nil without a ``deadline``.
    public var telling: Instant? { deadline.map { $0 + plan.wait } }

    /// Returns the cycle adjusted to the time `telling` at which its alarm tells the contacts.
    ///
    /// The alarm knows more than the cycle: the credit for absences, a warning that came too late, and contacts told
    /// under the policy of another kind. A time earlier than the cycle's own is stale after a change and is ignored.
    public func moved(to telling: Instant) -> CheckInCycle {
        var cycle = self
        cycle.deadline = deadline.map { max($0, telling - plan.wait) }
        return cycle
    }

    /// Records a check-in and begins a new cycle.
    ///
    /// During a vacation the check-in is recorded and the vacation goes on: checking in from the beach does not ask to
    /// be watched there. While the plan is off it is recorded as well. A latest check-in later than `now` came from a
    /// clock that was ahead, and does not block new ones.
    public mutating func checkIn(at now: Instant) {
        lastCheckIn = now
        begin(at: now)
    }

    /// Moves the deadline by 24 h, or to 24 h from now if it has passed.
    ///
    /// - Throws: ``CheckInError/nothingToSnooze`` without a deadline or during a vacation,
    ///   ``CheckInError/tooManySnoozes`` for one more than ``CheckInLimits/snoozes`` in a cycle.
    public mutating func snooze(at now: Instant) throws(CheckInError) {
        setBack(to: now)
        guard let deadline, !plan.isPaused(at: now) else { throw .nothingToSnooze }
        guard snoozes < CheckInLimits.snoozes else { throw .tooManySnoozes }
        snoozes += 1
        self.deadline = max(deadline, now) + CheckInLimits.snooze
    }

    /// Replaces the plan in the middle of the cycle.
    ///
    /// The deadline is computed again from the start of the cycle, with its snoozes:
    ///
    ///     deadline = max(start + threshold + snoozes · 24 h, min(deadline before, now + 15 min))
    ///
    /// A threshold that would end the cycle before the person can be warned thus ends it in 15 min. A nearer deadline, of
    /// which they were already warned, is not put off to that. A deadline of the gentle kind, of which nobody is warned
    /// before it has passed, counts as being in 15 min.
    ///
    /// Once the contacts are told, the deadline stays the one of which they were told, unless the new one is in the
    /// future; it is then at least 15 min away, too.
    public mutating func change(to plan: CheckInPlan, at now: Instant) {
        setBack(to: now)
        let before = self.plan
        self.plan = plan
        guard lastCheckIn != nil else { return }
        guard plan.isOn else {
            (start, deadline, snoozes) = (nil, nil, 0)
            return
        }
        let pauseChanged =
            before.pausedUntil != plan.pausedUntil && (before.isPaused(at: now) || plan.isPaused(at: now))
        guard before.isOn, !pauseChanged, let start, let deadline else { return begin(at: now) }
        guard before.threshold != plan.threshold || before.kind != plan.kind else { return }
        let computed = start + plan.threshold + CheckInLimits.snooze * Int64(snoozes)
        let warned = now + CheckInLimits.shortestNotice
        if deadline + before.wait > now {
            // A gentle plan warns of no deadline before it has passed.
            let isWarned = before.kind == .standard && deadline > now
            self.deadline = max(computed, isWarned ? min(deadline, warned) : warned)
        } else if computed > now {
            self.deadline = max(computed, warned)
        } else {
            self.deadline = deadline + before.wait - plan.wait
        }
    }

    /// Moves times after `now`, recorded by a clock that was ahead, back to `now`.
    private mutating func setBack(to now: Instant) {
        lastCheckIn = lastCheckIn.map { min($0, now) }
        let latest = max(now, plan.pausedUntil ?? now)
        guard let start, let deadline, start > latest else { return }
        self.deadline = deadline - (start - latest)
        self.start = latest
    }

    private mutating func begin(at now: Instant) {
        snoozes = 0
        guard plan.isOn else {
            (start, deadline) = (nil, nil)
            return
        }
        let start = max(now, plan.pausedUntil ?? now)
        self.start = start
        deadline = start + plan.threshold
    }
}
