internal import AlarmCore
internal import Storage

private let alarmByID = "SELECT \(AlarmRow.columnNames) FROM alarm WHERE id = ?"
private let alarmByKey = "SELECT \(AlarmRow.columnNames) FROM alarm WHERE key = ?"
// Range reads, each of one index, rather than an OR, for which SQLite would gather and sort all of a person's alarms.
private let alarmsChanged = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM (SELECT key FROM alarm WHERE sender = ?1 AND change > ?2 ORDER BY change LIMIT ?3)
        UNION
        SELECT key FROM (
            SELECT key FROM alarm WHERE receiver = ?1 AND live = 0 AND change > ?2 ORDER BY change LIMIT ?3
        )
        UNION
        SELECT key FROM (
            SELECT key FROM alarm WHERE receiver = ?1 AND live = 1 AND change > ?2 ORDER BY change LIMIT ?3
        )
    ) ORDER BY change LIMIT ?3
    """
private let liveOfPerson = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE key IN (
        SELECT key FROM alarm WHERE live = 1 AND sender = ?1
        UNION
        SELECT key FROM alarm WHERE live = 1 AND receiver = ?1
    ) ORDER BY due, key LIMIT ?2
    """
private let liveOfPair = """
    SELECT \(AlarmRow.columnNames) FROM alarm WHERE live = 1 AND pair = ? ORDER BY key LIMIT ?
    """
private let acceptedCount = """
    SELECT count(*) FROM (
        SELECT 1 FROM alarm WHERE sender = ? AND live IN (0, 1) AND receiver = ? AND accepted_at >= ? LIMIT ?
    )
    """
private let pendingCount = """
    SELECT count(*) FROM (SELECT 1 FROM alarm WHERE sender = ? AND live = 1 AND receiver = ? LIMIT ?)
    """
private let record = "SELECT \(RecordLine.columnNames) FROM record WHERE alarm = ? ORDER BY line"
private let wakes = "SELECT at, alarm FROM due WHERE at <= ? ORDER BY at, alarm LIMIT ?"
private let earliest = "SELECT at, alarm FROM due ORDER BY at, alarm LIMIT 1"

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

    func liveAlarms(of pair: PairID, limit: Int) throws -> [AlarmRow] {
        try session.all(liveOfPair, [pair, max(limit, 0)], AlarmRow.init(reading:))
    }

    func acceptedCount(from sender: PersonID, to receiver: PersonID, since: Instant, limit: Int) throws -> Int {
        try session.first(StorageSQLite.acceptedCount, [sender, receiver, since, max(limit, 0)]) { try $0.next() } ?? 0
    }

    func pendingCount(from sender: PersonID, to receiver: PersonID, limit: Int) throws -> Int {
        try session.first(StorageSQLite.pendingCount, [sender, receiver, max(limit, 0)]) { try $0.next() } ?? 0
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
}
