extension ZoneRules {
    /// No local time is further than this from the Unix time of its instant.
    private static let reach = 26 * 3600

    /// Finds the instants at which the zone's clocks show `local`.
    ///
    /// Every time has an answer: one that the clocks skip is moved out of the gap.
    public func resolve(_ local: LocalDateTime) -> Resolution {
        let wall = local.wallSeconds
        let stretches = stretches(from: wall - ZoneRules.reach, through: wall + ZoneRules.reach)
        var matches: [Instant] = []
        for stretch in stretches {
            let second = wall - stretch.offset.secondsEast
            if stretch.start <= second, second < stretch.end {
                matches.append(local.instant(secondsEast: stretch.offset.secondsEast))
            }
        }
        if let first = matches.first {
            return matches.count > 1 ? .repeated(first: first, second: matches[1]) : .unique(first)
        }
        for (before, after) in zip(stretches, stretches.dropFirst())
        where wall - before.offset.secondsEast >= before.end && wall - after.offset.secondsEast < after.start {
            return .gap(
                shifted: local.instant(secondsEast: before.offset.secondsEast),
                transition: Instant(seconds: Int64(after.start))
            )
        }
        // Not reached: the clocks show a time before `local` when the stretches begin and a time after it when they end,
        // so that it lies in one of them or is skipped between two.
        return .unique(local.instant(secondsEast: offset(at: wall).secondsEast))
    }

    /// The smallest offset in force at any time that bears on whether a local time comes after `instant`.
    ///
    /// A local time whose instant is later than `instant`, by this zone's resolution, is later than `instant` on a
    /// clock with this offset. Gaps are shorter than the span of all offsets, 51 hours.
    func smallestOffset(around instant: Instant) -> Int {
        let second = Int(instant.seconds)
        let margin = 2 * ZoneRules.reach
        return stretches(from: second - margin, through: second + margin)
            .reduce(ZoneOffset.allowed.upperBound) { min($0, $1.offset.secondsEast) }
    }
}
