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
        try transaction.count(
            under: "changes/\(row.sender)/\(row.receiver)",
            perHour: engine.limits.requestsPerHour,
            perDay: engine.limits.requestsPerDay,
            at: now
        ) { most, unit in
            Problem(.quotaExceeded, detail: "\(most) changes \(unit) may be made for one person: wait a while")
        }
    }

    /// Checks that one person may set another alarm for the other.
    func checkQuota(of edge: Edge) throws {
        let limits = engine.limits
        let load = try transaction.load(of: edge.pair, from: edge.from, since: now - .hours(1))
        guard load.recent < limits.requestsPerHour else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.requestsPerHour) alarms an hour may be set for one person: wait, or cancel some"
            )
        }
        let perDay = max(limits.requestsPerDay, limits.requestsPerHour)
        guard try transaction.load(of: edge.pair, from: edge.from, since: now - .days(1)).recent < perDay else {
            throw Problem(
                .quotaExceeded,
                detail: "\(perDay) alarms a day may be set for one person: wait, or set one that repeats"
            )
        }
        guard load.pending < limits.pendingAlarms else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.pendingAlarms) alarms may be pending for one person: cancel one first"
            )
        }
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
