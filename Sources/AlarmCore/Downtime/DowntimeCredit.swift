/// Gives back to a deadline the time that the relay's own absence took from it.
///
/// Nobody can give a sign of life to a relay that is away; counting that time would raise alerts after every outage,
/// about everybody at once. So after each absence
///
///     deadline = max(deadline, until + min(grace, until - from))
///
/// where the absence fell, at least in part, between the opening of the time to give a sign and its deadline.
public struct DowntimeCredit: Hashable, Sendable {
    /// The most that is given after one absence, counted from its end.
    public var grace: Span
    /// The absences, in order; overlapping and touching ones are joined.
    public let absences: [Absence]

    /// Makes a credit of at most `grace` (a negative one counts as zero) after each of `absences`, in any order.
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

    /// The deadline with its credit, for a person who could have given a sign from `opening` on.
    ///
    /// A later absence may extend a deadline that an earlier one extended: the relay was away during the credit, too.
    ///
    /// - Parameters:
    ///   - deadline: the time at which the sign is overdue without credit.
    ///   - opening: the time from which a sign could be given.
    ///   - adding: the end of a credit that begins at the end of an absence, where not all time counts.
    /// - Returns: an instant never earlier than `deadline`, and at most ``grace`` of counted time after the end of the
    ///   last absence that extends it.
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

/// A time during which the relay heard nobody and told nobody anything.
public struct Absence: Hashable, Sendable {
    /// The last sign of life before it.
    public var from: Instant
    /// The first sign of life after it.
    public var until: Instant

    /// Makes an absence; one that ends before it begins, because a clock was set back, counts as none.
    public init(from: Instant, until: Instant) {
        self.from = from
        self.until = until
    }

    /// How long it lasted; never negative.
    public var length: Span { max(until - from, .zero) }
}
