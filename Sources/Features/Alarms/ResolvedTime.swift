import AlarmCore
import AlarmWire
import Engine

/// A requested time, resolved to a schedule and an instant.
struct ResolvedTime {
    var schedule: AlarmSchedule
    /// The first due time.
    var due: Instant
    /// The time that the sender named for a recurring alarm.
    var firstTime: Instant?
}

extension Engine {
    /// Resolves a requested time into a schedule and its first due time, as of `now`.
    ///
    /// A repetition whose start was given as a local time keeps that time: if the clocks skip it on the first day, only
    /// that day's occurrence moves. `start` is the alarm's existing start, if it stays.
    ///
    /// - Throws: a problem that says what is wrong with time, zone or rule; one about a time states the relay's clock.
    func timing(
        of time: AlarmTime,
        zone name: String?,
        rule: RecurrenceRule?,
        from start: LocalDateTime? = nil,
        at now: Instant
    ) throws -> ResolvedTime {
        let zone = try name.map { try self.zone(named: $0, at: "/timeZone") }
        let instant: Instant
        var start = start
        switch (time.timestamp, zone) {
        case (.instant(let given), _): instant = given
        case (.local(let local), let zone?):
            instant = zone.resolve(local).instant
            start = local
        case (.local, nil): throw Problem(.timeWithoutOffset, pointer: "/time")
        }
        guard let rule else {
            try checkReach(of: instant, at: now)
            return ResolvedTime(schedule: .once(instant), due: instant, firstTime: nil)
        }
        guard let name, let zone else {
            throw Problem(
                .malformed,
                detail: "a repeated alarm needs the IANA zone whose clocks it follows",
                pointer: "/timeZone"
            )
        }
        try checkStart(instant, of: rule, at: now)
        let beginning = start ?? zone.localDateTime(at: instant)
        try checkPace(of: Recurrence(rule: rule, start: beginning, zone: zone))
        let schedule = AlarmSchedule.recurring(rule: rule, start: beginning, zone: name)
        // Where a local time occurs twice, the alarm rings at the first occurrence, as on every day.
        let first = min(instant, zone.resolve(beginning).instant)
        let earliest = max(now - limits.latestPast, first) - .milliseconds(1)
        guard let due = schedule.next(after: earliest, zones: zones) else {
            throw Problem(
                rule.end == .never ? .badRepeat : .pastEnd,
                detail: "by this rule nothing rings from now on",
                pointer: "/repeat"
            )
        }
        try checkReach(of: due, at: now)
        return ResolvedTime(schedule: schedule, due: due, firstTime: instant)
    }

    /// The rules of an IANA zone.
    ///
    /// - Throws: the problem `unknown-zone` where this computer has no zone of this name.
    func zone(named name: String, at pointer: String) throws(Problem) -> ZoneRules {
        guard let rules = zones.rules(for: name) else {
            throw Problem(
                .unknownZone,
                detail: "no time zone is called '\(name)': name an IANA zone, as in Europe/Berlin",
                pointer: pointer
            )
        }
        return rules
    }

    /// The earliest start of a recurring alarm: one day into the year 1.
    ///
    /// So its year has four digits in every zone (ISO 8601), and can be read again.
    private static let earliestStart = Instant(seconds: -62_135_510_400)

    /// How far back a rule with `COUNT` may start, since the months from there on are counted for each occurrence.
    private static let countedPast = Span.days(100 * 366)

    private func checkStart(_ start: Instant, of rule: RecurrenceRule, at now: Instant) throws(Problem) {
        var earliest = Self.earliestStart
        if case .count = rule.end { earliest = max(earliest, now - Self.countedPast) }
        guard start >= earliest else {
            throw Problem(
                .timeInPast,
                detail: "this repetition starts at \(earliest.iso8601) at the earliest: name a later time",
                pointer: "/time",
                serverTime: now
            )
        }
    }

    private func checkPace(of recurrence: Recurrence) throws(Problem) {
        let least = recurrence.leastDistance
        guard least >= limits.shortestRepeat else {
            throw Problem(
                .badRepeat,
                detail: """
                    this rule rings again after \(least.description); \(limits.shortestRepeat.description) are the \
                    shortest: name fewer times of day
                    """,
                pointer: "/repeat"
            )
        }
    }

    private func checkReach(of due: Instant, at now: Instant) throws(Problem) {
        guard due >= now - limits.latestPast else {
            throw Problem(
                .timeInPast,
                detail: "\(due.iso8601) is past; the relay's clock says \(now.iso8601)",
                pointer: "/time",
                serverTime: now
            )
        }
        guard due <= now + limits.furthestFuture else {
            throw Problem(
                .timeTooFar,
                detail: "\(due.iso8601) is too far ahead; at most \(limits.furthestFuture.description) are allowed",
                pointer: "/time"
            )
        }
    }
}
