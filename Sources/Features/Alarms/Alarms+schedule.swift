import AlarmCore
import AlarmWire
import Storage

extension Work {
    /// Turns a requested time into a schedule and its first due instant, as ``Engine/timing(of:zone:rule:from:at:)`` does.
    func schedule(
        _ time: AlarmTime,
        zone: String?,
        rule: RecurrenceRule?,
        from start: LocalDateTime? = nil
    ) throws -> Timing {
        try engine.timing(of: time, zone: zone, rule: rule, from: start, at: now)
    }

    /// What the coming of its time means to an alarm, by what its receiver has asked for and the relay has heard since.
    func waking(_ row: AlarmRow) throws -> AlarmInput {
        if try isUnwanted(row) { return .decline }
        if let later = try laterQuestion(of: row) { return .reschedule(.once(later), due: later, ttl: row.alarm.ttl) }
        return .wake
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
        try transaction.setValue(window.bytes, for: key, until: window.end)
    }

    /// Checks what one person may still ask of another.
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
