/// Gives back to a deadline what the relay's own absence took from it.
///
/// Whoever has until a deadline to give a sign cannot give it to a relay that is away; to count that time would raise the
/// alarm about them after every outage, about all of them at once. So after each absence
///
///     deadline = max(deadline, until + min(grace, until - from))
///
/// where the absence fell, at least in part, between the opening of the time to give a sign and its deadline.
public struct DowntimeCredit: Hashable, Sendable {
    /// The most that is given after one absence, counted from its end.
    public var grace: Span
    /// The absences, in order; what overlaps or touches is one absence.
    public let absences: [Absence]

    /// Makes a credit of at most `grace`, none where that is negative, after each of `absences`, in whatever order.
    public init(grace: Span, absences: [Absence]) {
        self.grace = max(grace, .zero)
        var merged: [Absence] = []
        for absence in absences.sorted(by: { ($0.from, $0.until) < ($1.from, $1.until) }) where absence.length > .zero {
            if let last = merged.last, absence.from <= last.until {
                merged[merged.count - 1].until = max(last.until, absence.until)
            } else {
                merged.append(absence)
            }
        }
        self.absences = merged
    }

    /// The deadline with its credit, for somebody who could have given a sign from `opening` on.
    ///
    /// What an earlier absence gave, a later one may give again: the relay was away during the credit, too.
    ///
    /// - Parameters:
    ///   - deadline: when the sign is overdue without any credit.
    ///   - opening: from when on it could be given.
    ///   - adding: when a credit is used up that begins at the end of an absence, where not all time counts.
    /// - Returns: an instant never earlier than `deadline`, and never later than it or than ``grace`` after the end of an
    ///   absence, of what counts.
    public func extended(
        _ deadline: Instant,
        from opening: Instant,
        adding: (_ end: Instant, _ credit: Span) -> Instant = { $0 + $1 }
    ) -> Instant {
        guard opening < deadline else { return deadline }
        return absences.reduce(deadline) { deadline, absence in
            guard absence.from < deadline, absence.until > opening else { return deadline }
            return max(deadline, adding(absence.until, min(grace, absence.length)))
        }
    }
}
