import AlarmCore
import AlarmWire
import Storage

/// A requested time, understood.
struct Timing {
    var schedule: AlarmSchedule
    /// When it is first due.
    var due: Instant
    /// For a recurring alarm the time that its sender named.
    var firstTime: Instant?
}

extension Work {
    /// Turns a requested time into a schedule and its first due instant.
    ///
    /// - Throws: a problem that says what is wrong with time, zone or rule; one about a time names the relay's clock.
    func schedule(
        _ time: AlarmTime,
        zone name: String?,
        rule: RecurrenceRule?
    ) throws -> Timing {
        if let name { try check(zone: name, at: "/timeZone") }
        let zone = name.flatMap { engine.zones.rules(for: $0) }
        let instant: Instant
        switch (time.timestamp, zone) {
        case (.instant(let given), _): instant = given
        case (.local(let local), let zone?): instant = zone.resolve(local).instant
        case (.local, nil): throw Problem(.timeWithoutOffset, pointer: "/time")
        }
        guard let rule else {
            try checkReach(of: instant)
            return Timing(schedule: .once(instant), due: instant, firstTime: nil)
        }
        guard let name, let zone else {
            throw Problem(
                .malformed,
                detail: "a repeated alarm needs the IANA zone whose clocks it follows",
                pointer: "/timeZone"
            )
        }
        try checkStart(instant)
        let schedule = AlarmSchedule.recurring(rule: rule, start: zone.localDateTime(at: instant), zone: name)
        let earliest = now - engine.limits.latestPast - .milliseconds(1)
        guard let due = schedule.next(after: max(earliest, instant - .milliseconds(1)), zones: engine.zones) else {
            throw Problem(
                rule.end == .never ? .badRepeat : .pastEnd,
                detail: "by this rule nothing rings from now on",
                pointer: "/repeat"
            )
        }
        try checkReach(of: due)
        return Timing(schedule: schedule, due: due, firstTime: instant)
    }

    /// The earliest start of a repeated alarm: a day into the year 1, so that by every zone's clocks its year can be written
    /// with four digits (ISO 8601) and read again.
    private static let earliestStart = Instant(seconds: -62_135_510_400)

    private func checkStart(_ start: Instant) throws {
        guard start >= Self.earliestStart else {
            throw Problem(
                .timeInPast,
                detail: "a repetition starts at \(Self.earliestStart.iso8601) at the earliest: name a later time",
                pointer: "/time",
                serverTime: now
            )
        }
    }

    private func checkReach(of due: Instant) throws {
        guard due >= now - engine.limits.latestPast else {
            throw Problem(
                .timeInPast,
                detail: "\(due.iso8601) is past; the relay's clock says \(now.iso8601)",
                pointer: "/time",
                serverTime: now
            )
        }
        guard due <= now + engine.limits.furthestFuture else {
            throw Problem(
                .timeTooFar,
                detail:
                    "\(due.iso8601) is too far ahead; at most \(engine.limits.furthestFuture.description) are allowed",
                pointer: "/time"
            )
        }
    }

    /// Counts a change of an alarm against its sender, who may change as often within an hour as set anew.
    ///
    /// - Throws: the problem `quota-exceeded`; what was counted is undone with the rest.
    func countChange(of row: AlarmRow) throws {
        let key = "changes/\(row.sender)/\(row.receiver)"
        var window = ChangeWindow(try transaction.value(key), at: now)
        window.count += 1
        guard window.count <= engine.limits.requestsPerHour else {
            throw Problem(
                .quotaExceeded,
                detail: "\(engine.limits.requestsPerHour) changes an hour may be made for one person: wait a while"
            )
        }
        try transaction.setValue(window.bytes, for: key)
    }

    /// Checks what one person may still ask of another.
    func checkQuota(of edge: Edge) throws {
        let limits = engine.limits
        let hour = Span.hours(1)
        let recent = try transaction.acceptedCount(
            from: edge.from,
            to: edge.to,
            since: now - hour,
            limit: limits.requestsPerHour
        )
        guard recent < limits.requestsPerHour else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.requestsPerHour) alarms an hour may be set for one person: wait, or cancel some"
            )
        }
        let pending = try transaction.pendingCount(from: edge.from, to: edge.to, limit: limits.pendingAlarms)
        guard pending < limits.pendingAlarms else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.pendingAlarms) alarms may be pending for one person: cancel one first"
            )
        }
    }
}
