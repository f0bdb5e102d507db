import AlarmCore

/// When an alarm is to ring, as somebody chose it.
struct ChosenTime {
    let instant: Instant
    /// The offset in which to write it, in seconds east of UTC.
    let secondsEast: Int
    /// What they wrote for the zone's clocks to show; nil where they named an instant.
    let nominal: LocalDateTime?
    /// The zone that they named.
    let zone: ZoneRules?

    /// How many clock changes are told of at most.
    ///
    /// 4.
    private static let told = 4
    /// How far ahead clock changes are told of.
    ///
    /// A year.
    private static let foresight = Span.days(366)

    /// The time to send as the start of a repetition: the one on the zone's clocks where they skip it that day, so that
    /// the days after keep to it; nil where the instant says all.
    var skippedStart: LocalDateTime? {
        guard let nominal, let zone, case .gap = zone.resolve(nominal) else { return nil }
        return nominal
    }

    /// The coming times, from `first` on and within a year, that the clocks skip or show twice.
    func ambiguousTimes(from first: Instant, rule: RecurrenceRule?) -> [PreviewedOccurrence] {
        guard let zone else { return [] }
        guard let rule else {
            return nominal.map { [zone.preview(of: $0)] }?.filter(\.isAmbiguous) ?? []
        }
        let start = skippedStart ?? zone.localDateTime(at: instant)
        return Recurrence(rule: rule, start: start, zone: zone)
            .ambiguousTimes(after: first - .milliseconds(1), through: first + Self.foresight, limit: Self.told)
    }
}
