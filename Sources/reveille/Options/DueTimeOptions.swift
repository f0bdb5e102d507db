import AlarmCore
import ArgumentParser
import Engine

/// When an alarm is due: `--at` or `--in`, with `--zone` where the time means nothing without.
struct DueTimeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When: 2026-01-01T07:00:00+01:00, or with --zone 2026-01-01T07:00:00 or the next 07:00.",
            valueName: "time"
        ),
        transform: { try DueTime(at: $0) }
    )
    var at: DueTime?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("How much later than now, as in 90s, 10m or 1h30m.", valueName: "span"),
        transform: { try DueTime(in: $0) }
    )
    var delay: DueTime?

    @Option(help: ArgumentHelp("The IANA time zone whose clocks count, as in Europe/Berlin.", valueName: "name"))
    var zone: String?

    func validate() throws {
        if at != nil, delay != nil { throw ValidationError("Give --at or --in, not both.") }
        if let at, at.needsZone, zone == nil {
            throw ValidationError(
                "Whose clock? A time without an offset needs --zone, as in --zone Europe/Berlin."
            )
        }
    }

    /// What was chosen; nil when nothing was.
    ///
    /// - Throws: `CommandFailure` for a zone that is none.
    func time(now: Instant, zones: ZoneDirectory) throws(CommandFailure) -> ChosenTime? {
        let rules: ZoneRules?
        do {
            rules = try zone.map { name throws(ZoneDirectoryError) in try zones.zone(named: name) }
        } catch {
            throw CommandFailure("--zone: \(error)", exitCode: .validationFailure)
        }
        guard let due = at ?? delay, let instant = due.instant(now: now, zone: rules) else { return nil }
        return ChosenTime(
            instant: instant,
            secondsEast: due.secondsEast(at: instant, zone: rules),
            nominal: due.nominal(now: now, zone: rules),
            zone: rules
        )
    }
}
