import AlarmCore
import AlarmWire
import ArgumentParser
import Engine

/// The options for when a reminder is due: once, or on selected days.
struct ReminderTimeOptions: ParsableArguments {
    @OptionGroup
    var due: DueTimeOptions

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

    func validate() throws {
        if on == nil, every != nil || from != nil { throw ValidationError("--every and --from need --on.") }
        if on != nil {
            guard case .timeOfDay = due.at else {
                throw ValidationError("With --on give a time of day, as in --at 07:30.")
            }
        }
        if let every, !ReminderLimits.intervals.contains(every) {
            throw ValidationError("--every takes 1 to 52 weeks.")
        }
    }

    /// Returns the chosen time; nil when none was chosen.
    ///
    /// - Throws: `CommandFailure` for an unknown zone.
    func time(now: Instant, zones: ZoneDirectory, usual: String) throws(CommandFailure) -> ReminderRequest.Time? {
        guard let chosen = try due.time(now: now, zones: zones, usual: usual) else { return nil }
        guard let on, case .timeOfDay(let time) = due.at else {
            return .once(AlarmTime(chosen.instant), timeZone: nil)
        }
        let name = chosen.zoneName
        let today = chosen.zone.localDateTime(at: now).date
        do {
            let start = from ?? today
            return .days(try SelectedDays(on.days, interval: every ?? 1, start: start, time: time, timeZone: name))
        } catch {
            throw CommandFailure("\(error)", exitCode: .validationFailure)
        }
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
