extension ZoneRules {
    /// The furthest that a local time can be from the Unix time of its instant.
    private static let reach = 26 * 3600

    /// Finds the instants at which the zone's clocks show `local`.
    ///
    /// Every time has a result: one that the clocks skip is moved out of the gap.
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

    /// The smallest offset in force at any time that can affect whether a local time comes after `instant`.
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

/// The instants that a local time names in a zone.
public enum Resolution: Hashable, Sendable {
    /// The clocks show the time once.
    case unique(Instant)
    /// The clocks skip the time, at `transition`; `shifted` is as long after the start of the gap as the time would
    /// have been: 02:30 in a gap from 02:00 to 03:00 is 03:30 (RFC 5545, section 3.3.10).
    case gap(shifted: Instant, transition: Instant)
    /// The clocks show the time twice.
    case repeated(first: Instant, second: Instant)

    /// The instant at which an alarm for the time rings: once, at the first, and after a gap if it was skipped.
    public var instant: Instant {
        switch self {
        case .unique(let instant): instant
        case .gap(let shifted, _): shifted
        case .repeated(let first, _): first
        }
    }
}

extension ZoneRules {
    /// The first instant after `instant` at which the zone's clocks show `time`.
    ///
    /// Where a clock change skips the time that day, the instant to which it is moved (see ``Resolution``); where it comes
    /// twice, the first one.
    public func next(_ time: LocalTime, after instant: Instant) -> Instant {
        upcoming(time, after: instant).map { resolve($0).instant } ?? instant
    }

    /// The first date after `instant` with `time`, whether or not the zone's clocks show it that day.
    public func upcoming(_ time: LocalTime, after instant: Instant) -> LocalDateTime? {
        let today = localDateTime(at: instant).date
        return (0...2).lazy.map { LocalDateTime(date: today.adding(days: $0), time: time) }
            .first { resolve($0).instant > instant }
    }
}
