extension Recurrence {
    /// The furthest that an occurrence moved by a clock change can be from the change.
    private static let reach = Span.hours(26)

    /// The times later than `start` and not later than `end` that the clocks skip or show twice, in order.
    ///
    /// At most `limit` of them. Only the times around clock changes are searched, so that a year costs little however
    /// often the rule rings.
    public func ambiguousTimes(after start: Instant, through end: Instant, limit: Int) -> [PreviewedOccurrence] {
        var found: [PreviewedOccurrence] = []
        var searched = start
        for change in zone.changes(after: start - Self.reach, through: end + Self.reach) {
            searched = max(searched, change - Self.reach)
            for occurrence in occurrences(after: searched) {
                guard occurrence.instant <= min(change + Self.reach, end) else { break }
                searched = occurrence.instant
                guard occurrence.adjustment != .none else { continue }
                guard found.count < limit else { return found }
                found.append(zone.preview(of: occurrence.nominal))
            }
        }
        return found
    }
}

extension ZoneRules {
    /// The instants at which the clocks or their name may change, later than `start` and not later than `end`, in order.
    public func changes(after start: Instant, through end: Instant) -> [Instant] {
        guard start < end else { return [] }
        return stretches(from: Int(start.seconds), through: Int(end.seconds)).dropFirst().map {
            Instant(seconds: Int64($0.start))
        }
    }
}
