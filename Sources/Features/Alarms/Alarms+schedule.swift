import AlarmCore
import AlarmWire
import Engine
import Storage

extension Alarms {
    /// Resolves a requested time into a schedule and its first due time, as ``Engine/timing(of:zone:rule:from:at:)``.
    func schedule(
        _ time: AlarmTime,
        zone: String?,
        rule: RecurrenceRule?,
        from start: LocalDateTime? = nil
    ) throws -> ResolvedTime {
        try engine.timing(of: time, zone: zone, rule: rule, from: start, at: now)
    }

    /// Counts a change of an alarm against its sender, whose limits are the same as for new alarms.
    ///
    /// - Throws: the problem `quota-exceeded`.
    func countChange(of row: AlarmRow) throws {
        try tx.count(
            as: "changes",
            under: "changes/\(row.sender)/\(row.receiver)",
            perHour: engine.limits.requestsPerHour,
            perDay: engine.limits.requestsPerDay
        ) { most, unit in
            Problem(.quotaExceeded, detail: "\(most) changes \(unit) may be made for one person: wait a while")
        }
    }

    /// Checks that one person may set another alarm for the other.
    func checkQuota(of edge: Edge) throws {
        let limits = engine.limits
        try countAlarm(
            of: edge,
            within: .hours(1),
            limit: limits.requestsPerHour,
            refusal: "\(limits.requestsPerHour) alarms an hour may be set for one person: wait, or cancel some"
        )
        let perDay = max(limits.requestsPerDay, limits.requestsPerHour)
        try countAlarm(
            of: edge,
            within: .days(1),
            limit: perDay,
            refusal: "\(perDay) alarms a day may be set for one person: wait, or set one that repeats"
        )
        let load = try transaction.load(of: edge.pair, from: edge.from, since: now - .hours(1))
        guard load.pending < limits.pendingAlarms else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.pendingAlarms) alarms may be pending for one person: cancel one first"
            )
        }
    }

    /// Checks that one more alarm of a pair fits into a window that slides, and notes what is left of it.
    private func countAlarm(of edge: Edge, within window: Span, limit: Int, refusal: String) throws {
        func recent(after span: Span) throws -> Int {
            try transaction.load(of: edge.pair, from: edge.from, since: now + span - window).recent
        }
        let known = try recent(after: .zero)
        var state = QuotaState("", quota: limit, window: window, available: limit - known - 1, spent: 1)
        guard known >= limit else { return tx.note(state, as: "requests") }
        // The first second at which enough of them no longer count.
        var (early, late) = (Int64(0), window.milliseconds / 1000 + 1)
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if try recent(after: .seconds(middle)) < limit { late = middle } else { early = middle }
        }
        (state.available, state.spent, state.renewal, state.isRefused) = (0, 0, .seconds(late), true)
        tx.note(state, as: "requests")
        var problem = Problem(.quotaExceeded, detail: refusal)
        problem.retryAfter = .seconds(late)
        throw problem
    }

    /// Checks that the repetitions that one person has set for the other do not ring too often together.
    ///
    /// Each counts for what it rings within a day of its next time. Judged when one is set or changed: none that was
    /// accepted is held back for it.
    ///
    /// - Parameters:
    ///   - timing: the alarm to be set.
    ///   - id: its identifier, under which it may exist already.
    ///   - circle: the pair.
    ///   - sender: the person who sets it.
    /// - Throws: the problem `quota-exceeded`.
    func checkRings(of timing: ResolvedTime, _ id: AlarmID, in circle: CircleID, from sender: PersonID) throws {
        guard timing.schedule.recurs else { return }
        let most = engine.limits.ringsPerDay
        var rings = timing.schedule.rings(from: timing.due, zones: engine.zones, limit: most + 1)
        for row in try transaction.liveAlarms(of: circle, limit: .max) where row.sender == sender {
            guard rings <= most else { break }
            guard row.alarm.id != id, row.alarm.schedule.recurs else { continue }
            rings += row.alarm.schedule.rings(from: row.alarm.due, zones: engine.zones, limit: most + 1)
        }
        guard rings <= most else {
            throw Problem(
                .quotaExceeded,
                detail: "the repetitions for one person may ring \(most) times a day: let one ring less often",
                pointer: "/repeat"
            )
        }
    }
}

extension AlarmSchedule {
    /// How often the alarm is due within a day of `due`, its next time; no more than `limit`.
    fileprivate func rings(from due: Instant, zones: any ZoneProvider, limit: Int) -> Int {
        guard case .recurring(let rule, let start, let zone) = self, let rules = zones.rules(for: zone) else {
            return 1
        }
        return Recurrence(rule: rule, start: start, zone: rules).count(from: due, within: .days(1), limit: limit)
    }
}
