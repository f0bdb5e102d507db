import AlarmCore

/// The recurrence for literals of a test.
func recurrence(_ rule: String, from start: String, in zone: ZoneRules = .utc) throws -> Recurrence {
    try Recurrence(rule: RecurrenceRule(rule), start: local(start), zone: zone)
}

extension Recurrence {
    /// The nominal times of the first occurrences, without seconds: `2025-11-06T14:45`.
    func nominalTimes(_ count: Int, after instant: Instant = Instant(milliseconds: .min)) -> [String] {
        occurrences(after: instant).prefix(count).map { String($0.nominal.iso8601.prefix(16)) }
    }
}
