/// The time that runs from one check-in to the next, and the deadline at its end.
///
/// A cycle begins with a check-in. Before the first one there is none, so that nobody is raised for a person who set
/// the plan up and has not begun. A vacation begins a cycle anew at its end, with a whole threshold; so do ending a
/// vacation early and turning the plan on again.
///
/// It reads no clock and never moves by itself: whoever holds it passes in what happened and when.
public struct CheckInCycle: Hashable, Sendable {
    /// What the person asked for.
    public private(set) var plan: CheckInPlan
    /// The latest check-in; nil before the first.
    public private(set) var lastCheckIn: Instant?
    /// From when on the threshold counts; nil before the first check-in and while the plan is off.
    public private(set) var start: Instant?
    /// When the check-in is overdue, without what the relay's absences add; nil without a ``start``.
    public private(set) var deadline: Instant?
    /// How many snoozes moved the deadline since the cycle began.
    public private(set) var snoozes: Int

    /// Makes the state of a person who never checked in.
    public init(plan: CheckInPlan) {
        self.plan = plan
        snoozes = 0
    }

    /// Restores a cycle as it was kept.
    ///
    /// The deadline is kept and not computed anew: a change of settings can have given it time to warn (see
    /// ``change(to:at:)``).
    public init(plan: CheckInPlan, lastCheckIn: Instant?, start: Instant?, deadline: Instant?, snoozes: Int) {
        self.plan = plan
        self.lastCheckIn = lastCheckIn
        self.start = deadline == nil ? nil : start
        self.deadline = start == nil ? nil : deadline
        self.snoozes = max(snoozes, 0)
    }

    /// When the contacts are told, without what the relay's absences add; nil without a ``deadline``.
    public var telling: Instant? { deadline.map { $0 + plan.wait } }

    /// The cycle as it stands where its alarm tells the contacts at `telling`.
    ///
    /// An alarm knows more than the cycle: what the relay's absences added, that a warning could not be given in time, and
    /// that the contacts were told by the ladder of another kind. One that tells earlier than the cycle itself was left
    /// behind by a change and does not count.
    public func moved(to telling: Instant) -> CheckInCycle {
        var cycle = self
        cycle.deadline = deadline.map { max($0, telling - plan.wait) }
        return cycle
    }

    /// Takes a check-in and begins a new cycle.
    ///
    /// During a vacation it is noted, and the vacation goes on: who checks in from the beach did not ask to be watched
    /// there. Turned off, it is noted as well. A latest one that lies after `now` was noted by a clock that was ahead, and
    /// is no reason to take no other.
    public mutating func checkIn(at now: Instant) {
        lastCheckIn = now
        begin(at: now)
    }

    /// Moves the deadline by 24 h; one that has passed counts as being now.
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

    /// Follows another plan, in the middle of the cycle.
    ///
    /// The deadline is computed again from the start of the cycle, with its snoozes:
    ///
    ///     deadline = max(start + threshold + snoozes · 24 h, min(deadline before, now + 15 min))
    ///
    /// so that a threshold that would end the cycle at once, or before the person can be warned, ends it in 15 min, and a
    /// deadline of which they were warned already does not move away. One that has passed before the contacts were told,
    /// as that of the gentle kind, counts as being in 15 min.
    ///
    /// Once the contacts are told they stay told, and the deadline is the one of which they were told, unless the new one
    /// is in the future; it is then at least 15 min away, too.
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
            self.deadline = max(computed, deadline > now ? min(deadline, warned) : warned)
        } else if computed > now {
            self.deadline = max(computed, warned)
        } else {
            self.deadline = deadline + before.wait - plan.wait
        }
    }

    /// Brings what lies after `now`, because it was noted by a clock that was ahead, to where the clock is.
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
