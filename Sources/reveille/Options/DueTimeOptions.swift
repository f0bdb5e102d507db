import AlarmCore
import ArgumentParser
import Engine

/// The options for when an alarm is due: `--at` or `--in`, and `--zone` where the time needs one.
struct DueTimeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When: the next 7:00 or 7am, or 2026-01-01 07:00, on the clocks of --zone; or 2026-01-01T07:00:00+01:00.",
            valueName: "time"
        ),
        transform: { try DueTime(at: $0) }
    )
    var at: DueTime?

    @Option(
        name: .customLong("in"),
        parsing: .unconditional,
        help: ArgumentHelp("How much later than now, as in 90s, 10m or 1h30m.", valueName: "span"),
        transform: { try DueTime(in: $0) }
    )
    var delay: DueTime?

    @Option(
        help: ArgumentHelp(
            "The IANA time zone whose clocks count, as in Europe/Berlin. (default: the last one given, else this machine's)",
            valueName: "name"
        )
    )
    var zone: String?

    func validate() throws {
        if at != nil, delay != nil { throw ValidationError("Give --at or --in, not both.") }
    }

    /// Returns the chosen time; nil when none was chosen.
    ///
    /// - Parameters:
    ///   - now: the present.
    ///   - zones: the time zone data.
    ///   - usual: the name of the zone whose clocks count where none is given.
    /// - Returns: the chosen time.
    /// - Throws: `CommandFailure` for an unknown zone.
    func time(now: Instant, zones: ZoneDirectory, usual: String) throws(CommandFailure) -> ChosenTime? {
        guard let due = at ?? delay else { return nil }
        let name = zone ?? usual
        let isNamed = zone != nil || due.needsZone
        let rules: ZoneRules
        do {
            rules = try zones.zone(named: name)
        } catch {
            guard !isNamed else { throw CommandFailure("--zone: \(error)", exitCode: .validationFailure) }
            rules = .utc
        }
        guard let instant = due.instant(now: now, zone: rules) else { return nil }
        return ChosenTime(
            instant: instant,
            secondsEast: due.secondsEast(at: instant, zone: isNamed ? rules : nil),
            nominal: due.nominal(now: now, zone: rules),
            zone: rules,
            zoneName: name,
            isZoneNamed: isNamed
        )
    }
}

/// The chosen time of an alarm.
struct ChosenTime {
    let instant: Instant
    /// The offset for display, in seconds east of UTC.
    let secondsEast: Int
    /// The typed local time; nil where an instant was typed.
    let nominal: LocalDateTime?
    /// The zone whose clocks count.
    let zone: ZoneRules
    /// The zone's IANA name.
    let zoneName: String
    /// Whether the zone was named, or the typed time needs one.
    let isZoneNamed: Bool

    /// The most clock changes that are shown: 4.
    private static let told = 4
    /// How far ahead clock changes are looked up: 366 days.
    private static let lookAhead = Span.days(366)

    /// The local start of a repetition where the zone's clocks skip it that day, so that later days keep to it; nil
    /// where the instant is enough.
    var skippedStart: LocalDateTime? {
        guard let nominal, case .gap = zone.resolve(nominal) else { return nil }
        return nominal
    }

    /// Returns the coming times, from `first` on and within a year, that the clocks skip or show twice.
    func ambiguousTimes(from first: Instant, rule: RecurrenceRule?) -> [PreviewedOccurrence] {
        guard let rule else {
            return nominal.map { [zone.preview(of: $0)] }?.filter(\.isAmbiguous) ?? []
        }
        let start = skippedStart ?? zone.localDateTime(at: instant)
        return Recurrence(rule: rule, start: start, zone: zone)
            .ambiguousTimes(after: first - .milliseconds(1), through: first + Self.lookAhead, limit: Self.told)
    }
}
