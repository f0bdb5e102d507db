import AlarmCore
import AlarmWire
import ArgumentParser
import Engine

/// The options for the days on which a reminder recurs.
struct SelectedDaysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "On which days, again and again, as in MO,WE,FR; with --at 07:30.",
            valueName: "days"
        ),
        transform: { try SelectedWeekdays($0) }
    )
    var on: SelectedWeekdays?

    @Option(help: ArgumentHelp("Every how many weeks, 1 to 52; with --on. (default: 1)", valueName: "weeks"))
    var every: Int?

    @Option(
        help: ArgumentHelp("From which day on, as in 2026-03-02; with --on. (default: today)", valueName: "date"),
        transform: { text in
            guard let start = try? LocalDateTime(iso8601: "\(text)T00:00:00") else {
                throw ValidationError("'\(text.asForeign)' is no date; write one as in 2026-03-02.")
            }
            return start.date
        }
    )
    var from: LocalDate?

    /// Whether any of them is given.
    var areGiven: Bool { on != nil || every != nil || from != nil }

    func validate() throws {
        if let every, !ReminderLimits.intervals.contains(every) {
            throw ValidationError("--every takes 1 to 52 weeks.")
        }
    }

    /// Returns the days with `others` where an option is not given.
    ///
    /// - Throws: `CommandFailure` for a first day that is over.
    func days(
        _ others: SelectedDays?,
        at time: LocalTime,
        in zone: ZoneRules,
        named name: String,
        now: Instant
    ) throws(CommandFailure) -> SelectedDays {
        let today = zone.localDateTime(at: now).date
        if let from, from < today {
            throw CommandFailure(
                "--from \(from.iso8601) is over: write \(today.iso8601), which is today there, or a later day.",
                exitCode: .validationFailure
            )
        }
        do {
            return try SelectedDays(
                on?.days ?? others?.weekdays ?? [],
                interval: every ?? others?.interval ?? 1,
                start: from ?? others?.start ?? today,
                time: time,
                timeZone: name
            )
        } catch {
            throw CommandFailure("\(error)", exitCode: .validationFailure)
        }
    }
}

/// The options for when a reminder is due: once, or on selected days.
struct ReminderTimeOptions: ParsableArguments {
    @OptionGroup
    var due: DueTimeOptions

    @OptionGroup
    var days: SelectedDaysOptions

    func validate() throws {
        if days.on == nil, days.areGiven { throw ValidationError("--every and --from need --on.") }
        if days.on != nil {
            guard case .timeOfDay = due.at else {
                throw ValidationError("With --on give a time of day, as in --at 07:30.")
            }
        }
    }

    /// Returns the chosen time; nil when none was chosen.
    ///
    /// - Throws: `CommandFailure` for an unknown zone, or a first day that is over.
    func time(now: Instant, zones: ZoneDirectory, usual: String) throws(CommandFailure) -> ReminderRequest.Time? {
        guard let chosen = try due.time(now: now, zones: zones, usual: usual) else { return nil }
        guard days.on != nil, case .timeOfDay(let time) = due.at else {
            return .once(AlarmTime(chosen.instant), timeZone: nil)
        }
        return .days(try days.days(nil, at: time, in: chosen.zone, named: chosen.zoneName, now: now))
    }
}

/// The options for another time of a reminder; what is not given stays.
struct ReminderTimeChangeOptions: ParsableArguments {
    @OptionGroup
    var due: DueTimeOptions

    @OptionGroup
    var days: SelectedDaysOptions

    @Flag(help: "Let one that recurs be due once only, at the time of --at or --in.")
    var once = false

    /// Whether any of them is given.
    var areGiven: Bool { due.at != nil || due.delay != nil || due.zone != nil || days.areGiven || once }

    func validate() throws {
        if once, days.areGiven { throw ValidationError("--once takes no days: leave --on, --every and --from out.") }
        if once, due.at == nil, due.delay == nil { throw ValidationError("With --once give the time: --at or --in.") }
        if days.areGiven, due.delay != nil { throw ValidationError("With days give a time of day, as in --at 07:30.") }
    }

    /// Returns the time of a reminder that is due by `former` at present; nil when nothing was given.
    ///
    /// One that recurs keeps its days, its weeks, its first day, its time and its zone as far as they are not given.
    ///
    /// - Throws: `CommandFailure` for an unknown zone, for a first day that is over, and for a date or a delay where the
    ///   reminder recurs, unless it is to be due once.
    func time(
        changing former: ReminderSchedule,
        now: Instant,
        zones: ZoneDirectory,
        usual: String
    ) throws(CommandFailure) -> ReminderRequest.Time? {
        guard areGiven else { return nil }
        var kept: SelectedDays?
        if case .selectedDays(let days) = former { kept = days }
        let name = kept?.timeZone ?? usual
        let chosen = try due.time(now: now, zones: zones, usual: name)
        if let chosen, once || (kept == nil && !days.areGiven) {
            if case .at(let due) = former, case .timeOfDay(let typed)? = self.due.at,
                let instant = Self.instant(of: typed, onTheDayOf: due, now: now, chosen.zone)
            {
                return .once(AlarmTime(instant), timeZone: nil)
            }
            return .once(AlarmTime(chosen.instant), timeZone: nil)
        }
        guard kept != nil || days.on != nil else {
            throw CommandFailure(
                "This reminder is due once. Give --at with a time, or --on to let it recur.",
                exitCode: .validationFailure
            )
        }
        let time: LocalTime
        switch due.at {
        case .timeOfDay(let typed)?: time = typed
        case nil where due.delay == nil:
            guard let former = kept?.time else {
                throw CommandFailure(
                    "With --on give a time of day, as in --at 07:30.",
                    exitCode: .validationFailure
                )
            }
            time = former
        default:
            throw CommandFailure(
                """
                This reminder recurs: give a time of day, as in --at 07:30, which moves all of its times; or add \
                --once, and it is due once only.
                """,
                exitCode: .validationFailure
            )
        }
        let zone: ZoneRules
        do {
            zone = try zones.zone(named: due.zone ?? name)
        } catch {
            throw CommandFailure("--zone: \(error)", exitCode: .validationFailure)
        }
        return .days(try days.days(kept, at: time, in: zone, named: due.zone ?? name, now: now))
    }

    /// The time of day on the day of a reminder that is due once; nil where either is past.
    private static func instant(
        of time: LocalTime,
        onTheDayOf due: Instant,
        now: Instant,
        _ zone: ZoneRules
    ) -> Instant? {
        guard due > now else { return nil }
        let day = zone.localDateTime(at: due).date
        var instant = zone.next(time, after: due - .hours(26))
        while zone.localDateTime(at: instant).date < day { instant = zone.next(time, after: instant) }
        return instant > now ? instant : nil
    }
}

/// Days of the week, as typed: `MO,WE,FR`.
struct SelectedWeekdays: Hashable, Sendable {
    /// The days, in the typed order.
    let days: [Weekday]

    /// Reads the days.
    ///
    /// - Throws: `ValidationError` with the text that is not a day.
    init(_ text: String) throws {
        days = try text.split(separator: ",").map { name in
            guard let day = Weekday(letters: String(name)) else {
                throw ValidationError("'\(String(name).asForeign)' is no day; write MO, TU, WE, TH, FR, SA or SU.")
            }
            return day
        }
        guard !days.isEmpty else { throw ValidationError("Name at least one day, as in MO,FR.") }
    }
}
