internal import AlarmCore
internal import Storage

/// The statements that walk over tables in the order of their keys.
private enum Walk {
    static let pairs = Statement("SELECT \(Pair.columnNames), number FROM pair WHERE id > $1 ORDER BY id LIMIT $2")
    static let edges = Statement(
        "SELECT \(Edge.columnNames) FROM edge WHERE token_hash > $1 ORDER BY token_hash LIMIT $2"
    )
    static let devices = Statement(
        "SELECT \(Device.columnNames), number FROM device WHERE id > $1 ORDER BY id LIMIT $2"
    )
    static let enrolments = Statement(
        "SELECT \(Enrolment.columnNames) FROM enrolment WHERE lookup > $1 ORDER BY lookup LIMIT $2"
    )
    static let invites = Statement(
        "SELECT \(Invite.columnNames), number FROM invite WHERE id > $1 ORDER BY id LIMIT $2"
    )
    static let documents = Statement(
        "SELECT \(Document.columnNames) FROM document WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT $3"
    )
    static let alarms = Statement("SELECT \(AlarmRow.columnNames) FROM alarm WHERE key > $1 ORDER BY key LIMIT $2")
    static let records = Statement(
        """
        SELECT \(RecordLine.columnNames), line FROM record WHERE (alarm, line) > ($1, $2) ORDER BY alarm, line LIMIT $3
        """
    )
    // In the order of alarms, of which each has one: the index of the queue has places, which may differ from times.
    static let wakes = Statement(
        """
        SELECT \(DueQueue.wakes.time), due.alarm FROM due
        WHERE due.alarm > $2 AND $1::bigint IS NOT NULL ORDER BY due.alarm LIMIT $3
        """
    )
    static let deliveries = Statement(
        """
        SELECT \(DeliveryRow.columnNames), number FROM delivery WHERE (alarm, id) > ($1, $2) ORDER BY alarm, id LIMIT $3
        """
    )
    static let replays = Statement(
        "SELECT \(Replay.columnNames) FROM replay WHERE (device, jti) > ($1, $2) ORDER BY device, jti LIMIT $3"
    )
    static let values = Statement("SELECT key, value, expires_at FROM value WHERE key > $1 ORDER BY key LIMIT $2")
    static let blindIntervals = Statement(
        "SELECT \(BlindInterval.columnNames), number FROM blind WHERE number > $1 ORDER BY number LIMIT $2"
    )
    static let changes = Statement(
        "SELECT person, change FROM last_change WHERE person > $1 ORDER BY person LIMIT $2"
    )
    // The last key of the last block: which of its keys were given out is known to connections alone.
    static let lastKey = Statement(
        """
        SELECT coalesce(pg_sequence_last_value('alarm_key'::regclass) + \(Migration.alarmKeysInBlock - 1), 0)
        """
    )
}

extension PostgresSnapshot {
    func rows(of table: StoreTable, after: RowKey?, limit: Int) throws -> [StoredRow] {
        let values = (after ?? StoredRow.lowestKey(of: table)).columns + [max(limit, 0)]
        return switch table {
        case .pairs:
            try session.all(Walk.pairs, values) { .pair(try Pair(reading: &$0), number: try $0.next()) }
        case .edges:
            try session.all(Walk.edges, values) { .edge(try Edge(reading: &$0)) }
        case .devices:
            try session.all(Walk.devices, values) { .device(try Device(reading: &$0), number: try $0.next()) }
        case .enrolments:
            try session.all(Walk.enrolments, values) { .enrolment(try Enrolment(reading: &$0)) }
        case .invites:
            try session.all(Walk.invites, values) { .invite(try Invite(reading: &$0), number: try $0.next()) }
        case .documents:
            try session.all(Walk.documents, values) { .document(try Document(reading: &$0)) }
        case .alarms:
            try session.all(Walk.alarms, values) { .alarm(try AlarmRow(reading: &$0)) }
        case .records:
            try session.all(Walk.records, values) { .record(try RecordLine(reading: &$0), number: try $0.next()) }
        case .wakes:
            try session.all(Walk.wakes, values) { .wake(try Wake(reading: &$0)) }
        case .deliveries:
            try session.all(Walk.deliveries, values) {
                .delivery(try DeliveryRow(reading: &$0), number: try $0.next())
            }
        case .replays:
            try session.all(Walk.replays, values) { .replay(try Replay(reading: &$0)) }
        case .values:
            try session.all(Walk.values, values) {
                .value(try $0.next(), try $0.next(), until: try $0.next())
            }
        case .blindIntervals:
            try session.all(Walk.blindIntervals, values) {
                .blindInterval(try BlindInterval(reading: &$0), number: try $0.next())
            }
        case .changes:
            try session.all(Walk.changes, values) { .change(try $0.next(), try $0.next()) }
        }
    }

    func lastAlarmKey() throws -> AlarmKey {
        try session.first(Walk.lastKey) { try $0.next() } ?? AlarmKey(0)
    }
}

extension RowKey {
    /// The key's columns, as parameters.
    fileprivate var columns: [any Column] {
        parts.map { part in
            switch part {
            case .integer(let number): number
            case .text(let text): text
            case .bytes(let bytes): bytes
            }
        }
    }
}
