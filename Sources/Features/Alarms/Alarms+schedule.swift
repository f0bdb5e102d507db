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

    /// Counts a change of an alarm against its sender, whose hourly limit is the same as for new alarms.
    ///
    /// - Throws: the problem `quota-exceeded`.
    func countChange(of row: AlarmRow) throws {
        let most = engine.limits.requestsPerHour
        try transaction.count(
            under: "changes/\(row.sender)/\(row.receiver)",
            limit: most,
            at: now,
            refusal: Problem(
                .quotaExceeded,
                detail: "\(most) changes an hour may be made for one person: wait a while"
            )
        )
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
        guard load.pending < limits.pendingAlarms else {
            throw Problem(
                .quotaExceeded,
                detail: "\(limits.pendingAlarms) alarms may be pending for one person: cancel one first"
            )
        }
    }
}
