internal import AlarmCore
internal import Storage

private let insertAlarm = Statement(
    """
    INSERT INTO alarm (\(AlarmRow.columnNames), live)
    VALUES (\(AlarmRow.columnNames.marks), $\(AlarmRow.columnNames.count + 1)) ON CONFLICT DO NOTHING
    """
)
// Written once for a person and a circle; a pair lists its persons itself.
let insertParticipants = Statement(
    """
    INSERT INTO participant (person, circle)
    SELECT person, $1 FROM (VALUES ($2::uuid), ($3::uuid)) AS both_sides (person)
    WHERE NOT EXISTS (SELECT FROM pair WHERE id = $1) ON CONFLICT DO NOTHING
    """
)
private let updateAlarm = Statement(
    """
    UPDATE alarm SET (\(AlarmRow.changingColumnNames), live)
        = (\(AlarmRow.changingColumnNames.marks), $\(AlarmRow.changingColumnNames.count + 1))
    WHERE key = $\(AlarmRow.changingColumnNames.count + 2)
    """
)
private let setProgress = Statement("UPDATE alarm SET progress = $1 WHERE key = $2")
private let blankCircle = Statement("UPDATE alarm SET message = NULL, reply = NULL WHERE circle = $1")
private let appendLine = Statement(
    """
    INSERT INTO record (\(RecordLine.columnNames)) SELECT $1, $2, $3, $4 FROM alarm WHERE key = $1
    """
)
private let queue = DueQueue.wakes
private let placed = "(SELECT \(queue.place(at: "$2::bigint")) AS place OFFSET 0) AS placed"
private let insertWake = Statement(
    "INSERT INTO due (alarm, at, meant_for) SELECT $1::bigint, place, nullif($2, place) FROM \(placed)"
)
private let putWake = Statement(
    """
    INSERT INTO due (alarm, at, meant_for)
    SELECT alarm.key, place, nullif($2, place) FROM alarm CROSS JOIN \(placed) WHERE alarm.key = $1
    ON CONFLICT (alarm) DO UPDATE SET at = excluded.at, meant_for = excluded.meant_for
    """
)
private let deleteWake = Statement("DELETE FROM due WHERE alarm = $1")
private let alarmExists = Statement("SELECT key FROM alarm WHERE key = $1")
// By the rows' addresses, which a lock keeps from changing: alarms that are due together were accepted at all times, and each
// would cost a look into another page of the key's index.
private let claimDue = Statement(
    """
    WITH taken AS (
        SELECT ctid FROM due WHERE \(queue.isMarked(from: 3)) AND \(queue.isDue(at: "$1::bigint"))
        ORDER BY \(queue.order) LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM due USING taken WHERE due.ctid = taken.ctid RETURNING \(queue.time), due.alarm
    """
)

extension PostgresTransaction {
    func insert(_ alarm: NewAlarm) throws -> AlarmRow {
        let change = try nextChange(of: alarm.sender, alarm.receiver, isNew: true)
        let row = AlarmRow(alarm, key: try nextAlarmKey(), change: change)
        try session.run(
            insertAlarm,
            row.fixedColumns + row.changingColumns + [!row.alarm.state.isFinal],
            orElse: .duplicate("alarm \(row.alarm.id)")
        )
        try session.run(insertParticipants, [row.circle, row.sender, row.receiver])
        if let wakeAt = alarm.wakeAt { try session.run(insertWake, [row.key, wakeAt]) }
        rows.add(row)
        return row
    }

    func update(_ alarm: inout AlarmRow) throws {
        var changed = alarm
        changed.change = try nextChange(of: alarm.sender, alarm.receiver, isNew: false)
        try session.run(
            updateAlarm,
            changed.changingColumns + [!changed.alarm.state.isFinal, changed.key],
            orElse: .missing("alarm number \(alarm.key.number)")
        )
        rows.put(changed)
        alarm = changed
    }

    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws {
        try session.run(
            setProgress,
            [PackedProgress(progress), alarm],
            orElse: .missing("alarm number \(alarm.number)")
        )
        rows.setProgress(of: alarm, to: progress)
    }

    func blankContents(of circle: CircleID) throws {
        try session.run(blankCircle, [circle])
        rows.blankContents(of: circle)
    }

    func append(_ line: RecordLine) throws {
        try session.run(
            appendLine,
            [line.alarm, line.at, line.event.kind, line.event.device],
            orElse: .missing("alarm number \(line.alarm.number)")
        )
    }

    func setWake(of alarm: AlarmKey, at instant: Instant?) throws {
        if let instant {
            try session.run(putWake, [alarm, instant], orElse: .missing("alarm number \(alarm.number)"))
        } else {
            try session.run(deleteWake, [alarm])
        }
    }

    /// Has the transaction fail if there is no alarm with this key.
    func require(_ alarm: AlarmKey) throws {
        guard !rows.hasAlarm(alarm) else { return }
        try session.require(alarmExists, [alarm], orElse: .missing("alarm number \(alarm.number)"))
    }

    func claimWakes(through now: Instant, limit: Int) throws -> [Wake] {
        session.connection.watermarks.noteClaim(.wakes, through: now)
        return try session.allChanged(claimDue, [now, max(limit, 0)] + mark(of: .wakes), Wake.init(reading:))
            .sorted { ($0.at, $0.alarm) < ($1.at, $1.alarm) }
    }
}
