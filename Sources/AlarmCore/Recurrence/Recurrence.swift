/// A recurrence rule with the start and the zone that give it times.
///
/// The start supplies what the rule leaves open (RFC 5545, section 3.3.10): the time of day, and the weekday, day of the
/// month and month where the frequency needs them. Like python-dateutil, and unlike a calendar entry, the start itself
/// is the first occurrence only if it matches the rule.
///
/// Occurrences come in order of their instants and never two at one instant: where a DST gap moves one onto another,
/// it rings once. The year 9999 is the last.
public struct Recurrence: Hashable, Sendable {
    /// The rule.
    public let rule: RecurrenceRule
    /// The earliest possible occurrence, on the zone's clocks.
    public let start: LocalDateTime
    /// The rules of the zone whose clocks count.
    public let zone: ZoneRules

    private let pattern: RecurrencePattern

    /// Joins a rule to a start and a zone.
    public init(rule: RecurrenceRule, start: LocalDateTime, zone: ZoneRules) {
        self.rule = rule
        self.start = start
        self.zone = zone
        self.pattern = RecurrencePattern(rule: rule, start: start)
    }

    /// The first occurrence later than `instant`, or nil if there is none.
    ///
    /// The cost does not depend on how far away `instant` is, except for rules with `COUNT`: the months since the start
    /// are counted, a few nanoseconds each, however many occurrences they have. The search ends after `INTERVAL` times 400 years without a match, when calendar and rule
    /// repeat themselves exactly, and after the year 9999.
    public func next(after instant: Instant) -> Occurrence? {
        var occurrences = occurrences(after: instant)
        return occurrences.next()
    }

    /// All occurrences later than `instant`, in order.
    public func occurrences(after instant: Instant = Instant(milliseconds: .min)) -> Occurrences {
        Occurrences(pattern: pattern, rule: rule, zone: zone, after: instant)
    }

    /// The least distance between two of the rule's times of day, also across midnight: a day for a single one.
    ///
    /// Whether the rule names two days in a row is not asked, and no clock change is considered.
    public var leastDistance: Span {
        let seconds = pattern.times.map(\.secondOfDay)
        guard let first = seconds.first, let last = seconds.last else { return .days(1) }
        let within = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
        return .seconds(Int64(min(within.min() ?? 86_400, 86_400 - last + first)))
    }

    /// The number of occurrences within `span` from `instant` on, or `limit` if there are more.
    public func count(from instant: Instant, within span: Span, limit: Int) -> Int {
        occurrences(after: instant - .milliseconds(1)).prefix(limit).prefix { $0.instant < instant + span }.count
    }
}
