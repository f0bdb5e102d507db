import AlarmCore

/// The changes of a zone's clocks, for tests that want to begin near one.
struct ClockChanges {
    /// What the clocks showed the moment before a change would have struck, and what they showed at it.
    struct Change {
        let before: LocalDateTime
        let after: LocalDateTime

        /// The earlier and the later of the two: between them lie the times that are skipped or come twice.
        var edges: ClosedRange<LocalDateTime> { min(before, after)...max(before, after) }
    }

    let changes: [Change]

    /// Finds the changes between the years 1990 and 2040 that are a fortnight or more apart.
    init(of zone: ZoneRules) throws {
        let step = Span.days(14)
        let end = try instant("2040-01-01T00:00:00Z")
        var start = try instant("1990-01-01T00:00:00Z")
        var changes: [Change] = []
        while start < end {
            let former = zone.offset(at: start).secondsEast
            var (low, high) = (start.seconds, (start + step).seconds)
            start = start + step
            guard zone.offset(at: start).secondsEast != former else { continue }
            while high - low > 1 {
                let middle = (low + high) / 2
                if zone.offset(at: Instant(seconds: middle)).secondsEast == former {
                    low = middle
                } else {
                    high = middle
                }
            }
            let change = Instant(seconds: high)
            changes.append(
                Change(
                    before: ZoneRules.fixed(secondsEast: former).localDateTime(at: change),
                    after: zone.localDateTime(at: change)
                )
            )
        }
        self.changes = changes
    }
}
