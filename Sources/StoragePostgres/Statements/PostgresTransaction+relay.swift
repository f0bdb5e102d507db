internal import AlarmCore
internal import Storage

private let insertReplay = Statement(
    "INSERT INTO replay (\(Replay.columnNames)) VALUES (\(Replay.columnNames.marks)) ON CONFLICT DO NOTHING"
)
private let putValue = Statement(
    """
    INSERT INTO value (key, value, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
    """
)
private let deleteValue = Statement("DELETE FROM value WHERE key = $1")
private let insertBlindInterval = Statement(
    "INSERT INTO blind (\(BlindInterval.columnNames)) VALUES (\(BlindInterval.columnNames.marks))"
)
private let deleteBlindIntervals = Statement(
    """
    DELETE FROM blind WHERE number > 0 AND (
        until_at < $1 OR number <= (SELECT number FROM blind ORDER BY number DESC LIMIT 1 OFFSET $2)
    )
    """
)
private let deleteReplays = Statement(
    """
    DELETE FROM replay WHERE (device, jti) IN (
        SELECT device, jti FROM replay WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
    )
    """
)
private let deleteEnrolments = Statement(
    """
    DELETE FROM enrolment WHERE lookup IN (
        SELECT lookup FROM enrolment WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
    )
    """
)
private let deleteValues = Statement(
    """
    DELETE FROM value WHERE key IN (SELECT key FROM value WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """
)
private let deleteInvites = Statement(
    """
    DELETE FROM invite WHERE id IN (SELECT id FROM invite WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """
)
private let deleteEndedAlarms = Statement(
    AlarmRow.deletion(
        of: "SELECT key FROM alarm WHERE NOT live AND changed_at < $1 ORDER BY changed_at, key LIMIT $2"
    )
)

extension PostgresTransaction {
    func insert(_ replay: Replay) throws {
        try session.run(
            insertReplay,
            replay.columns,
            orElse: .duplicate("an answer to this request of device \(replay.device)")
        )
        rows.add(replay)
    }

    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws {
        if let value {
            try session.run(putValue, [key, value, end])
        } else {
            try session.run(deleteValue, [key])
        }
        rows.values.updateValue(value, forKey: key)
    }

    func insert(_ interval: BlindInterval) throws {
        try session.run(insertBlindInterval, interval.columns)
        rows.blindIntervals = [:]
    }

    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws {
        try session.run(deleteBlindIntervals, [endedBefore, max(count, 0)])
        rows.blindIntervals = [:]
    }

    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int {
        let limit = max(limit, 0)
        rows.forgetAll()
        let ended =
            try session.count(deleteReplays, [now, limit])
            + session.count(deleteEnrolments, [now, limit])
            + session.count(deleteValues, [now, limit])
            + session.count(deleteInvites, [now - Invite.locatorRest, limit])
        let alarms = try session.allChanged(deleteEndedAlarms, [endedBefore, limit]) { try $0.next(Int.self) }
        return alarms.reduce(ended, +)
    }
}
