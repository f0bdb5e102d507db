internal import AlarmCore
internal import Storage

private let insertAlarm = """
    INSERT INTO alarm (\(AlarmRow.columnNames), live, wake_at)
    VALUES (\(AlarmRow.columnNames.marks), ?, ?)
    """
// Written once for a person and a circle; a pair lists its persons itself.
let insertParticipant = "INSERT OR IGNORE INTO participant (person, circle) VALUES (?, ?)"
let isPair = "SELECT 1 FROM pair WHERE id = ?"
// A normal step of a live alarm does not write `live`, and so spares its three indexes.
private let stepAlarm = """
    UPDATE alarm SET (\(AlarmRow.changingColumnNames)) = (\(AlarmRow.changingColumnNames.marks)) WHERE key = ? AND live = 1
    """
private let updateAlarm = """
    UPDATE alarm SET (\(AlarmRow.changingColumnNames), live) = (\(AlarmRow.changingColumnNames.marks), ?) WHERE key = ?
    """
private let updateProgress = "UPDATE alarm SET progress = ? WHERE key = ?"
private let blankContents = "UPDATE alarm SET message = NULL, reply = NULL WHERE circle = ?"
private let appendLine = """
    INSERT INTO record (line, \(RecordLine.columnNames))
    VALUES ((SELECT coalesce(max(line), 0) + 1 FROM record WHERE alarm = ?1), ?1, ?2, ?3, ?4)
    """
private let wakeOf = "SELECT wake_at FROM alarm WHERE key = ?"
private let rememberWake = "UPDATE alarm SET wake_at = ? WHERE key = ?"
private let deleteWake = "DELETE FROM due WHERE at = ? AND alarm = ?"
private let insertWake = "REPLACE INTO due (at, alarm) VALUES (?, ?)"
private let deleteWakes = "DELETE FROM due WHERE (at, alarm) <= (?, ?)"

extension SQLiteTransaction {
    func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        try checkRoom()
        let change = try nextChange(of: alarm.sender, alarm.receiver, isNew: true)
        let row = AlarmRow(alarm, key: AlarmKey(counters.alarm + 1), change: change.number)
        try session.run(
            insertAlarm,
            row.fixedColumns + row.changingColumns + [!row.alarm.state.isFinal, alarm.wakeAt],
            duplicate: "alarm \(row.alarm.id)"
        )
        if try session.first(isPair, [row.circle], { try $0.next(Int.self) }) == nil {
            for person in Set([row.sender, row.receiver]) { try session.run(insertParticipant, [person, row.circle]) }
        }
        if let wakeAt = alarm.wakeAt { try session.run(insertWake, [wakeAt, row.key]) }
        counters.alarm += 1
        take(change)
        return row
    }

    func update(_ alarm: inout AlarmRow) throws {
        var changed = alarm
        let change = try nextChange(of: alarm.sender, alarm.receiver, isNew: false)
        changed.change = change.number
        let isLive = !changed.alarm.state.isFinal
        let isStep = try isLive && session.run(stepAlarm, changed.changingColumns + [changed.key]) > 0
        if !isStep {
            try replace(
                updateAlarm,
                changed.changingColumns + [isLive, changed.key],
                "alarm number \(alarm.key.number)"
            )
        }
        take(change)
        alarm = changed
    }

    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws {
        try replace(StorageSQLite.updateProgress, [PackedProgress(progress), alarm], "alarm number \(alarm.number)")
    }

    func blankContents(of circle: CircleID) throws {
        try session.run(StorageSQLite.blankContents, [circle])
    }

    func append(_ line: RecordLine) throws {
        try session.run(
            appendLine,
            [line.alarm, line.at, line.event.kind, line.event.device],
            missing: "alarm number \(line.alarm.number)"
        )
    }

    /// Keeps the alarm's only row in `due`.
    ///
    /// The alarm stores the wake set last, because that row is found by time alone. A claim leaves this copy unchanged,
    /// so as not to rewrite the wide row: the row it points to may be gone already, and deleting that again does no
    /// harm.
    func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        guard let old: Instant? = try session.first(wakeOf, [alarm], { try $0.next() }) else {
            throw StoreError.missing("alarm number \(alarm.number)")
        }
        if let old, old != instant { try session.run(deleteWake, [old, alarm]) }
        if let instant {
            try session.run(insertWake, [instant, alarm])
        } else if let old {
            try session.run(deleteWake, [old, alarm])
        }
        if old != instant { try session.run(rememberWake, [instant, alarm]) }
    }

    func claimWakes(through now: Instant, limit: Int) throws -> [Wake] {
        let claimed = try wakes(through: now, limit: limit)
        if let last = claimed.last { try session.run(deleteWakes, [last.at, last.alarm]) }
        return claimed
    }
}
