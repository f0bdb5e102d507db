internal import AlarmCore
internal import Storage

private let insertReplay = "INSERT INTO replay (\(Replay.columnNames)) VALUES (\(Replay.columnNames.marks))"
private let putValue = "REPLACE INTO value (key, value, expires_at) VALUES (?, ?, ?)"
private let deleteValue = "DELETE FROM value WHERE key = ?"
private let insertBlindInterval = """
    INSERT INTO blind (\(BlindInterval.columnNames)) VALUES (\(BlindInterval.columnNames.marks))
    """
private let deleteBlindIntervals = """
    DELETE FROM blind WHERE number IN (
        SELECT number FROM blind WHERE number > 0
        AND (until_at < ? OR number <= (SELECT number FROM blind WHERE number > 0 ORDER BY number DESC LIMIT 1 OFFSET ?))
    )
    """
private let deleteReplays = """
    DELETE FROM replay WHERE number IN (
        SELECT number FROM replay WHERE expires_at < ? ORDER BY expires_at LIMIT ?
    )
    """
private let deleteEnrolments = """
    DELETE FROM enrolment WHERE lookup IN (
        SELECT lookup FROM enrolment WHERE expires_at < ? ORDER BY expires_at LIMIT ?
    )
    """
private let deleteValues = """
    DELETE FROM value WHERE key IN (
        SELECT key FROM value WHERE expires_at < ? ORDER BY expires_at LIMIT ?
    )
    """
private let deleteInvites = """
    DELETE FROM invite WHERE number IN (
        SELECT number FROM invite WHERE expires_at < ? ORDER BY expires_at LIMIT ?
    )
    """
private let endedAlarms = """
    SELECT key, wake_at FROM alarm WHERE live = 0 AND changed_at < ? ORDER BY changed_at, key LIMIT ?
    """
private let deleteWake = "DELETE FROM due WHERE at = ? AND alarm = ?"
private let deleteAlarm = "DELETE FROM alarm WHERE key = ?"

extension SQLiteTransaction {
    func insert(_ replay: Replay) throws {
        try session.run(
            insertReplay,
            replay.columns,
            duplicate: "an answer to this request of device \(replay.device)"
        )
    }

    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws {
        if let value {
            try session.run(putValue, [key, value, end])
        } else {
            try session.run(deleteValue, [key])
        }
    }

    func insert(_ interval: BlindInterval) throws {
        try session.run(insertBlindInterval, interval.columns)
    }

    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws {
        try session.run(deleteBlindIntervals, [endedBefore, max(count, 0)])
    }

    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int {
        let limit = max(limit, 0)
        let replays = try session.run(deleteReplays, [now, limit])
        let codes = try session.run(deleteEnrolments, [now, limit])
        let values = try session.run(deleteValues, [now, limit])
        let invites = try session.run(deleteInvites, [now - Invite.locatorRest, limit])
        let alarms = try session.all(endedAlarms, [endedBefore, limit]) { reader in
            try (key: reader.next(AlarmKey.self), wake: reader.next(Instant?.self))
        }
        for alarm in alarms {
            try forget(alarm.key, wake: alarm.wake)
        }
        return replays + codes + values + invites + alarms.count
    }

    /// Deletes an alarm with its wake; its record and its deliveries go with it (`ON DELETE CASCADE`).
    func forget(_ alarm: AlarmKey, wake: Instant?) throws {
        if let wake { try session.run(deleteWake, [wake, alarm]) }
        try session.run(deleteAlarm, [alarm])
    }
}
