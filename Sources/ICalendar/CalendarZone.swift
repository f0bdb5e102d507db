import AlarmCore

/// A time zone as a calendar describes it: VTIMEZONE (RFC 5545, section 3.6.5).
struct CalendarZone: Hashable, Sendable {
    /// How long clock changes are listed that follow no yearly rule, and how long a rule has to hold.
    ///
    /// 30 years: more than the 28 after which weekdays and dates repeat themselves.
    static let horizonYears = 30

    /// The IANA name.
    let name: String
    /// What the clocks do.
    let rules: ZoneRules
    /// The earliest time of an event.
    let start: Instant

    /// The component: the offset at the start, then every clock change, by a yearly rule where there is one.
    var lines: [ContentLine] {
        let before = start - .days(400)
        let horizon = start + .days(Int64(Self.horizonYears) * 366)
        let changes = rules.changes(after: before, through: horizon).map { ClockChange(at: $0, in: rules) }
        let early = changes.last { $0.instant <= start } ?? ClockChange(beginning: before, in: rules)
        var groups = [early.kind: [early]]
        // Some changes of the data change nothing that a calendar shows.
        for change in changes where change.instant > start && change.kind.isVisible {
            groups[change.kind, default: []].append(change)
        }
        let observances = groups.values.flatMap { Self.observances(of: $0, until: horizon) }
        return [ContentLine("BEGIN", "VTIMEZONE"), ContentLine("TZID", text: name)]
            + observances.sorted { $0.onsets[0] < $1.onsets[0] }.flatMap(\.lines)
            + [ContentLine("END", "VTIMEZONE")]
    }

    /// The observances of changes of one kind, in order: those that follow no rule, then those that do from some year
    /// on for good.
    private static func observances(of changes: [ClockChange], until horizon: Instant) -> [CalendarObservance] {
        let first = changes[0]
        var (listed, ruled) = (changes[...], changes[changes.endIndex...])
        var rule: YearlyOnset?
        if let last = changes.last, horizon - last.instant < .days(370) {
            for candidate in YearlyOnset.candidates(for: last.onset) {
                let start = candidate.start(in: changes.map(\.onset))
                if changes.endIndex - start >= Self.horizonYears - 2, start < ruled.startIndex {
                    (listed, ruled, rule) = (changes[..<start], changes[start...], candidate)
                }
            }
        }
        var observances: [CalendarObservance] = []
        if !listed.isEmpty {
            observances.append(CalendarObservance(kind: first.kind, onsets: listed.map(\.onset), rule: nil))
        }
        if let begin = ruled.first {
            observances.append(CalendarObservance(kind: first.kind, onsets: [begin.onset], rule: rule))
        }
        return observances
    }
}
