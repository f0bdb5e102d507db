/// How long a dweller may show no activity before they are asked whether all is well.
public struct InactivityRule: Hashable, Sendable {
    /// The time without activity, 1 to 4 h, not counting quiet hours.
    public let wait: Span

    /// The most quiet hours that a wait can span.
    ///
    /// At least 6 h of a day count, less what clock changes take, so that a few days are always enough for 4 h.
    private static let spansAtMost = 8

    /// Makes a rule.
    ///
    /// - Throws: ``CareError/inactivity(_:)`` for less than 1 h or more than 4 h.
    public init(wait: Span) throws(CareError) {
        guard CareLimits.inactivity.contains(wait) else { throw .inactivity(wait) }
        self.wait = wait
    }

    /// The time at which the dweller is asked, unless there is activity before.
    ///
    /// Time within quiet hours does not count, and nobody is asked within them: a wait that is over just as they begin
    /// ends with them. After a pause, the whole wait begins at its end. The relay receives no signs during its own
    /// absences: that time is given back as by ``DowntimeCredit``, the whole wait at most.
    ///
    /// - Parameters:
    ///   - lastActivity: the latest sign of activity.
    ///   - quietHours: the dweller's quiet hours, if any.
    ///   - pausedUntil: the end of the dweller's pause, past or future.
    ///   - absences: the relay's absences.
    ///   - zone: the dweller's time zone.
    /// - Returns: an instant outside quiet hours, at least ``wait`` after the activity and the pause.
    public func deadline(
        after lastActivity: Instant,
        quietHours: QuietHours?,
        pausedUntil: Instant?,
        absences: [Absence] = [],
        in zone: ZoneRules
    ) -> Instant {
        let opening = max(lastActivity, pausedUntil ?? lastActivity)
        let deadline = Self.end(of: wait, from: opening, quietHours, zone)
        return DowntimeCredit(grace: wait, absences: absences).extended(deadline, from: opening) { end, credit in
            Self.end(of: credit, from: end, quietHours, zone)
        }
    }

    /// The end of a wait that begins at `start`, not counting quiet hours.
    private static func end(
        of wait: Span,
        from start: Instant,
        _ quietHours: QuietHours?,
        _ zone: ZoneRules
    ) -> Instant {
        var (time, left) = (start, wait)
        guard let quietHours else { return time + left }
        for _ in 0..<spansAtMost {
            if let end = quietHours.end(at: time, in: zone) { time = end }
            guard let pause = quietHours.nextStart(after: time, in: zone), pause <= time + left else { break }
            left = left + -(pause - time)
            time = pause
        }
        return time + left
    }
}
