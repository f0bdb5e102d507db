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
    /// - Throws: the problem `quota-exceeded`, which rolls the count back with the transaction.
    func countChange(of row: AlarmRow) throws {
        let key = "changes/\(row.sender)/\(row.receiver)"
        var window = RateWindow(try transaction.value(key), at: now)
        window.count += 1
        guard window.count <= engine.limits.requestsPerHour else {
            throw Problem(
                .quotaExceeded,
                detail: "\(engine.limits.requestsPerHour) changes an hour may be made for one person: wait a while"
            )
        }
        try transaction.setValue(window.bytes, for: key, until: window.end)
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
