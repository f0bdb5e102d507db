internal import AlarmCore
internal import Storage

private let alarmByID = "SELECT \(AlarmRow.columnNames) FROM alarm WHERE id = ?"
private let alarmByKey = "SELECT \(AlarmRow.columnNames) FROM alarm WHERE key = ?"
// A person's alarms are those of their pairs, ended pairs included, and those of other circles in which they ever had
// one; the circle's index answers the condition.
private func alarmsOfPerson(where condition: String) -> String {
    """
    SELECT alarm.key, alarm.change FROM pair CROSS JOIN alarm ON alarm.circle = pair.id
    WHERE (pair.inviter_person = ?1 OR pair.claimer_person = ?1) AND \(condition)
    UNION ALL
    SELECT alarm.key, alarm.change FROM participant CROSS JOIN alarm ON alarm.circle = participant.circle
    WHERE participant.person = ?1 AND (alarm.sender = ?1 OR alarm.receiver = ?1) AND \(condition)
    """
}
private let alarmsChanged = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM (
            \(alarmsOfPerson(where: "alarm.live IN (0, 1) AND alarm.change > ?2")) ORDER BY change LIMIT ?3
        )
    ) ORDER BY change LIMIT ?3
    """
private let liveOfPerson = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM (\(alarmsOfPerson(where: "alarm.live = 1")))
    ) ORDER BY due, key LIMIT ?2
    """
private let liveOfCircle = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE live = 1 AND circle = ? ORDER BY key LIMIT ?
    """
private let load = """
    SELECT count(*) FILTER (WHERE accepted_at >= ?3), count(*) FILTER (WHERE live = 1) FROM (
        SELECT live, accepted_at FROM alarm WHERE circle = ?1 AND live = 1 AND sender = ?2
        UNION ALL
        SELECT live, accepted_at FROM alarm WHERE circle = ?1 AND live = 0 AND sender = ?2 AND accepted_at >= ?3
    )
    """
private let record = "SELECT \(RecordLine.columnNames) FROM record WHERE alarm = ? ORDER BY line"
private let wakes = "SELECT at, alarm FROM due WHERE at <= ? ORDER BY at, alarm LIMIT ?"
private let earliest = "SELECT at, alarm FROM due ORDER BY at, alarm LIMIT 1"
private let wakeCount = "SELECT count(*) FROM due"

extension SQLiteSnapshot {
    func alarm(_ id: AlarmID) throws -> AlarmRow? {
        try session.first(alarmByID, [id], AlarmRow.init(reading:))
    }

    func alarm(key: AlarmKey) throws -> AlarmRow? {
        try session.first(alarmByKey, [key], AlarmRow.init(reading:))
    }

    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow] {
        try session.all(alarmsChanged, [person, change, max(limit, 0)], AlarmRow.init(reading:))
    }

    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow] {
        try session.all(liveOfPerson, [person, max(limit, 0)], AlarmRow.init(reading:))
    }

    func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow] {
        try session.all(liveOfCircle, [circle, max(limit, 0)], AlarmRow.init(reading:))
    }

    func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad {
        try session.first(StorageSQLite.load, [circle, sender, since]) {
            try AlarmLoad(recent: $0.next(), pending: $0.next())
        } ?? AlarmLoad(recent: 0, pending: 0)
    }

    func record(of alarm: AlarmKey) throws -> [RecordLine] {
        try session.all(StorageSQLite.record, [alarm], RecordLine.init(reading:))
    }

    func wakes(through horizon: Instant, limit: Int) throws -> [Wake] {
        try session.all(StorageSQLite.wakes, [horizon, max(limit, 0)], Wake.init(reading:))
    }

    func earliestWake() throws -> Wake? {
        try session.first(earliest, [], Wake.init(reading:))
    }

    func wakeCount() throws -> Int {
        try session.first(StorageSQLite.wakeCount) { try $0.next() } ?? 0
    }
}
