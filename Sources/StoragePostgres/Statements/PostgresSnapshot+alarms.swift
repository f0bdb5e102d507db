internal import AlarmCore
internal import Storage

private let alarmByID = Statement("SELECT \(AlarmRow.columnNames) FROM alarm WHERE id = $1")
private let alarmByKey = Statement("SELECT \(AlarmRow.columnNames) FROM alarm WHERE key = $1")
private let alarmsChanged = Statement(
    """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM (
            \(AlarmRow.keysOfPerson(where: "alarm.change > $2")) ORDER BY change LIMIT $3
        ) AS theirs
    ) ORDER BY change LIMIT $3
    """
)
private let liveOfPerson = Statement(
    """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM (\(AlarmRow.keysOfPerson(where: "alarm.live"))) AS theirs
    ) ORDER BY due, key LIMIT $2
    """
)
// Ordered by a term of its own: the table's key would find the order, and walk over everybody's alarms for it.
private let liveOfCircle = Statement(
    "SELECT \(AlarmRow.columnNames) FROM alarm WHERE live AND circle = $1 ORDER BY key + 0 LIMIT $2"
)
let loadOfCircle = Statement(
    """
    SELECT count(*) FILTER (WHERE accepted_at >= $3), count(*) FILTER (WHERE live) FROM (
        SELECT live, accepted_at FROM alarm WHERE circle = $1 AND live AND sender = $2
        UNION ALL
        SELECT live, accepted_at FROM alarm WHERE circle = $1 AND NOT live AND sender = $2 AND accepted_at >= $3
    ) AS theirs
    """
)
private let recordOfAlarm = Statement("SELECT \(RecordLine.columnNames) FROM record WHERE alarm = $1 ORDER BY line")
private let queue = DueQueue.wakes
private let wakesThrough = Statement(
    """
    SELECT \(queue.time), due.alarm FROM due WHERE \(queue.isMarked(from: 3)) AND \(queue.isDue(at: "$1::bigint"))
    ORDER BY \(queue.order) LIMIT $2
    """
)
private let firstWake = Statement(
    "SELECT \(queue.time), due.alarm FROM due WHERE \(queue.isMarked(from: 1)) ORDER BY \(queue.order) LIMIT 1"
)

extension AlarmRow {
    /// The part of a statement that selects keys and change numbers of a person's alarms, the person being `$1`.
    ///
    /// They are those of their pairs, ended pairs included, and those of other circles in which they ever had one.
    static func keysOfPerson(where condition: String) -> String {
        """
        SELECT alarm.key, alarm.change FROM pair JOIN alarm ON alarm.circle = pair.id
        WHERE pair.inviter_person = $1 AND \(condition)
        UNION
        SELECT alarm.key, alarm.change FROM pair JOIN alarm ON alarm.circle = pair.id
        WHERE pair.claimer_person = $1 AND \(condition)
        UNION
        SELECT alarm.key, alarm.change FROM participant JOIN alarm ON alarm.circle = participant.circle
        WHERE participant.person = $1 AND (alarm.sender = $1 OR alarm.receiver = $1) AND \(condition)
        """
    }
}

extension AlarmLoad {
    init(reading reader: inout RowReader) throws {
        try self.init(recent: reader.next(), pending: reader.next())
    }
}

extension PostgresSnapshot {
    func alarm(_ id: AlarmID) throws -> AlarmRow? {
        if let known = rows.alarmKeys[id] { return try known.flatMap { try alarm(key: $0) } }
        let found = try session.first(alarmByID, [id], AlarmRow.init(reading:))
        if let found { rows.keep(found) } else { rows.alarmKeys[id] = .some(nil) }
        return found
    }

    func alarm(key: AlarmKey) throws -> AlarmRow? {
        if let known = rows.alarms[key] { return known }
        let found = try session.first(alarmByKey, [key], AlarmRow.init(reading:))
        if let found { rows.keep(found) } else { rows.alarms[key] = .some(nil) }
        return found
    }

    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        let found = try session.all(alarmsChanged, [person, change, max(limit, 0)], AlarmRow.init(reading:))
        for row in found { rows.keep(row) }
        return found
    }

    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        let found = try session.all(liveOfPerson, [person, max(limit, 0)], AlarmRow.init(reading:))
        for row in found { rows.keep(row) }
        return found
    }

    func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow] {
        if let known = rows.liveAlarms[circle] {
            return known.prefix(max(limit, 0)).compactMap { rows.alarms[$0] ?? nil }
        }
        let found = try session.all(liveOfCircle, [circle, max(limit, 0)], AlarmRow.init(reading:))
        if limit == .max { rows.keep(found, of: circle) } else { for row in found { rows.keep(row) } }
        return found
    }

    func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        let query = Prefetch.load(of: circle, from: sender, since: since)
        if let known = rows.loads[circle]?[query] { return known }
        let found =
            try session.first(loadOfCircle, [circle, sender, since], AlarmLoad.init(reading:))
            ?? AlarmLoad(recent: 0, pending: 0)
        rows.loads[circle, default: [:]][query] = found
        return found
    }

    func record(of alarm: AlarmKey) throws -> [RecordLine] {
        try session.all(recordOfAlarm, [alarm], RecordLine.init(reading:))
    }

    func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try session.all(wakesThrough, [horizon, max(limit, 0)] + mark(of: .wakes), Wake.init(reading:))
            .sorted { ($0.at, $0.alarm) < ($1.at, $1.alarm) }
    }

    func earliestWake() throws -> Wake? {
        try session.first(firstWake, mark(of: .wakes), Wake.init(reading:))
    }
}
