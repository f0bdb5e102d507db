/// The schedule of an alarm: once, or by a rule in a time zone.
public enum AlarmSchedule: Hashable, Sendable {
    /// At one instant.
    case once(Instant)
    /// At every wall-clock time that `rule` yields from `start` on, in the IANA zone named `zone`.
    case recurring(rule: RecurrenceRule, start: LocalDateTime, zone: String)

    /// Returns the first due instant later than `instant`, or nil when there is none or the zone is unknown.
    public func next(after instant: Instant, zones: any ZoneProvider) -> Instant? {
        switch self {
        case .once(let due):
            return due > instant ? due : nil
        case .recurring(let rule, let start, let zone):
            guard let rules = zones.rules(for: zone) else { return nil }
            return Recurrence(rule: rule, start: start, zone: rules).next(after: instant)?.instant
        }
    }

    /// Whether the alarm can be due more than once.
    public var recurs: Bool {
        if case .recurring = self { true } else { false }
    }
}
