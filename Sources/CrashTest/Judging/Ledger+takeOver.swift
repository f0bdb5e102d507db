import AlarmCore

extension Ledger {
    /// The longest time that others may take to ring what a relay cannot ring any more: 5 s.
    static let longestTakeOver = Span.seconds(5)

    /// The times in which rings were impossible, by their beginning; a moment where others could take over at once.
    var outages: [ClosedRange<Instant>] {
        let moments = disturbances.map { $0...$0 }
        let absences = interruptions.compactMap { interruption -> ClosedRange<Instant>? in
            guard interruption.node == nil, let end = interruption.end, end >= interruption.start else { return nil }
            return interruption.start...end
        }
        return (moments + absences).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Returns how long after it could ring an alarm rang, promised for `due` and confirmed at `confirmed`.
    ///
    /// An outage excuses the time until its end, if it began while the ring was not yet too late.
    static func takeOver(
        ofRingAt instant: Instant,
        due: Instant,
        confirmed: Instant?,
        outages: [ClosedRange<Instant>]
    ) -> Span {
        var possible = max(due, confirmed ?? due)
        for outage in outages
        where outage.lowerBound <= possible + longestTakeOver && outage.lowerBound <= instant
            && outage.upperBound > possible
        {
            possible = outage.upperBound
        }
        return max(instant - possible, .zero)
    }
}
