internal import AlarmCore
internal import Storage

/// The statements that walk over tables in the order of their keys.
private enum Walk {
    static let pairs = "SELECT \(Pair.columnNames), number FROM pair WHERE id > ? ORDER BY id LIMIT ?"
    static let edges = "SELECT \(Edge.columnNames) FROM edge WHERE token_hash > ? ORDER BY token_hash LIMIT ?"
    static let devices = "SELECT \(Device.columnNames), number FROM device WHERE id > ? ORDER BY id LIMIT ?"
    static let enrolments = "SELECT \(Enrolment.columnNames) FROM enrolment WHERE lookup > ? ORDER BY lookup LIMIT ?"
    static let invites = "SELECT \(Invite.columnNames), number FROM invite WHERE id > ? ORDER BY id LIMIT ?"
    static let documents = """
        SELECT \(Document.columnNames) FROM document WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?
        """
    static let alarms = "SELECT \(AlarmRow.columnNames) FROM alarm WHERE key > ? ORDER BY key LIMIT ?"
    static let records = """
        SELECT \(RecordLine.columnNames), line FROM record WHERE (alarm, line) > (?, ?) ORDER BY alarm, line LIMIT ?
        """
    static let wakes = "SELECT at, alarm FROM due WHERE (at, alarm) > (?, ?) ORDER BY at, alarm LIMIT ?"
    static let deliveries = """
        SELECT \(DeliveryRow.columnNames), number FROM delivery WHERE (alarm, id) > (?, ?) ORDER BY alarm, id LIMIT ?
        """
    static let replays = """
        SELECT \(Replay.columnNames) FROM replay WHERE (device, jti) > (?, ?) ORDER BY device, jti LIMIT ?
        """
    static let values = "SELECT key, value, expires_at FROM value WHERE key > ? ORDER BY key LIMIT ?"
    static let blindIntervals = """
        SELECT \(BlindInterval.columnNames), number FROM blind WHERE number > ? ORDER BY number LIMIT ?
        """
    // Whoever has a device has at least the floor, also without a row.
    static let changes = """
        SELECT person, max(
            (SELECT change FROM counters), coalesce((SELECT change FROM last_change WHERE person = theirs.person), 0)
        ) FROM (
            SELECT person FROM last_change WHERE person > ?1
            UNION
            SELECT person FROM device WHERE person > ?1 AND (SELECT change FROM counters) > 0
            ORDER BY person LIMIT ?2
        ) AS theirs ORDER BY person
        """
    static let lastKey = "SELECT alarm FROM counters"
}

extension SQLiteSnapshot {
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
