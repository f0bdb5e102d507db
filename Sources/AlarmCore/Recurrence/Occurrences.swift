/// The occurrences of a recurrence in order of their instants.
public struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private let zone: ZoneRules
    private let end: RecurrenceRule.End
    /// The earliest nominal time, in wall seconds, that can give an instant later than the requested one.
    private let earliestWallSeconds: Int
    private var nominalTimes: NominalTimes
    private var isExhausted = false
    /// The number of nominal times from the rule's start on that were taken or skipped, where the rule counts them.
    private var pulled = 0
    private var latestNominal: LocalDateTime?
    /// The occurrences that were found but not yet returned, in order.
    private var waiting: [Occurrence] = []
    private var latest: Instant

    init(pattern: RecurrencePattern, rule: RecurrenceRule, zone: ZoneRules, after instant: Instant) {
        self.zone = zone
        end = rule.end
        latest = instant
        earliestWallSeconds = Int(instant.seconds) + zone.smallestOffset(around: instant)
        let bound = Swift.max(pattern.start, LocalDateTime(wallSeconds: earliestWallSeconds, millisecond: 0))
        if case .count(let count) = rule.end { pulled = pattern.count(before: bound, limit: count) }
        nominalTimes = NominalTimes(of: pattern, from: bound)
    }

    /// The next occurrence, or nil when the rule ends.
    public mutating func next() -> Occurrence? {
        while !isExhausted, mayBePreceded(waiting.first) {
            pull()
        }
        guard let first = waiting.first else { return nil }
        if case .until(.instant(let limit)) = end, first.instant > limit {
            isExhausted = true
            waiting.removeAll()
            return nil
        }
        waiting.removeFirst()
        latest = first.instant
        waiting.removeAll { $0.instant <= first.instant }
        return first
    }

    /// Whether a nominal time not seen yet may happen before `occurrence`.
    ///
    /// Only an occurrence that was moved out of a gap can be overtaken: by nominal times between its own and the
    /// clock's time at its instant.
    private func mayBePreceded(_ occurrence: Occurrence?) -> Bool {
        guard let occurrence, let latestNominal else { return true }
        return occurrence.adjustment == .movedOutOfGap
            && latestNominal < zone.localDateTime(at: occurrence.instant)
    }

    /// Takes the next nominal time, and keeps it if it can still happen.
    private mutating func pull() {
        guard let nominal = nominalTimes.next(), isWithinEnd(nominal) else {
            isExhausted = true
            return
        }
        pulled += 1
        latestNominal = nominal
        guard nominal.wallSeconds >= earliestWallSeconds else { return }
        var index: Int?
        if case .count = end { index = pulled }
        let occurrence = Occurrence(nominal: nominal, resolution: zone.resolve(nominal), index: index)
        guard occurrence.instant > latest else { return }
        let place = waiting.firstIndex { $0.instant > occurrence.instant } ?? waiting.endIndex
        waiting.insert(occurrence, at: place)
    }

    private func isWithinEnd(_ nominal: LocalDateTime) -> Bool {
        switch end {
        case .never, .until(.instant): true
        case .count(let count): pulled < count
        case .until(.local(let limit)): nominal <= limit
        case .until(.date(let limit)): nominal.date <= limit
        }
    }
}
