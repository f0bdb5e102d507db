internal import AlarmCore
internal import Storage

/// The statement that adds a row with some columns more than those that it lists, the server's own numbers included.
private func insertion(into table: String, _ names: ColumnNames, _ others: ColumnNames) -> Statement {
    let all = names + others
    return Statement(
        "INSERT INTO \(table) (\(all)) OVERRIDING SYSTEM VALUE VALUES (\(all.marks)) ON CONFLICT DO NOTHING"
    )
}

private let insertPair = insertion(into: "pair", Pair.columnNames, "number")
private let insertEdge = insertion(into: "edge", Edge.columnNames, "")
private let insertDevice = insertion(into: "device", Device.columnNames, "number")
private let insertInvite = insertion(into: "invite", Invite.columnNames, "live, number")
private let insertAlarm = insertion(into: "alarm", AlarmRow.columnNames, "live")
private let insertLine = insertion(into: "record", RecordLine.columnNames, "line")
private let insertDelivery: Statement = {
    let all: ColumnNames = DeliveryRow.columnNames + "number"
    return Statement(
        """
        INSERT INTO delivery (\(all), takeable_at) OVERRIDING SYSTEM VALUE
        VALUES (\(all.marks), \(DueQueue.deliveries.place(at: "$\(all.count + 1)::bigint"))) ON CONFLICT DO NOTHING
        """
    )
}()
private let insertInterval = insertion(into: "blind", BlindInterval.columnNames, "number")

/// A source of numbers, which must not give out those of rows that were copied.
private enum Numbers: String, CaseIterable {
    case pairs = "pair_number_seq"
    case devices = "device_number_seq"
    case invites = "invite_number_seq"
    case alarms = "alarm_key"
    case lines = "record_line_seq"
    case deliveries = "delivery_number_seq"
    case intervals = "blind_number_seq"

    /// The statements that raise them; a number that is smaller than the last one changes nothing.
    static let raising = Dictionary(
        uniqueKeysWithValues: allCases.map { numbers in
            let name = numbers.rawValue
            return (
                numbers,
                Statement(
                    """
                    SELECT setval('\(name)', greatest($1, coalesce(pg_sequence_last_value('\(name)'::regclass), 1)))
                    """
                )
            )
        }
    )
}

extension PostgresTransaction {
    func restore(_ restored: [StoredRow]) throws {
        var last: [Numbers: Int64] = [:]
        var wholes: Set<RowKey> = []
        for row in restored {
            if let whole = row.whole, wholes.insert(whole).inserted { try requireWhole(of: row) }
            guard let (numbers, number) = try restore(row) else { continue }
            last[numbers] = max(last[numbers] ?? number, number)
        }
        for (numbers, number) in last { try raise(numbers, to: number) }
        rows.forgetAll()
    }

    func skipAlarmKeys(through key: AlarmKey) throws {
        try raise(.alarms, to: key.number)
    }

    private func raise(_ numbers: Numbers, to number: Int64) throws {
        guard number > 0, let statement = Numbers.raising[numbers] else { return }
        try session.run(statement, [number])
        // What was taken earlier may be given to a row that was copied.
        if numbers == .alarms { session.connection.alarmKeys = 0..<0 }
    }

    /// Has the transaction fail if there is no row to which a row belongs.
    private func requireWhole(of row: StoredRow) throws {
        switch row {
        case .edge(let edge):
            try session.require(pairExists, [edge.pair], orElse: .missing("pair \(edge.pair)"))
        case .record(let line, _): try require(line.alarm)
        case .delivery(let row, _): try require(row.alarm)
        default: break
        }
    }

    /// Queues a row; returns the number that it has, and the source that must not give that out.
    private func restore(_ row: StoredRow) throws -> (Numbers, Int64)? {
        switch row {
        case .pair(let pair, let number):
            try session.run(insertPair, pair.columns + [number], orElse: .duplicate("pair \(pair.id)"))
            return (.pairs, number)
        case .edge(let edge):
            try session.run(insertEdge, edge.columns, orElse: .duplicate("an edge of pair \(edge.pair)"))
        case .device(let device, let number):
            try session.run(insertDevice, device.columns + [number], orElse: .duplicate("device \(device.id)"))
            return (.devices, number)
        case .enrolment(let enrolment): try put(enrolment)
        case .invite(let invite, let number):
            try session.run(
                insertInvite,
                invite.columns + [invite.state.isLive, number],
                orElse: .duplicate("invite \(invite.id)")
            )
            return (.invites, number)
        case .document(let document): try put(document)
        case .alarm(let row):
            try session.run(
                insertAlarm,
                row.fixedColumns + row.changingColumns + [!row.alarm.state.isFinal],
                orElse: .duplicate("alarm \(row.alarm.id)")
            )
            try session.run(insertParticipants, [row.circle, row.sender, row.receiver])
            return (.alarms, row.key.number)
        case .record(let line, let number):
            try session.run(
                insertLine,
                [line.alarm, line.at, line.event.kind, line.event.device, number],
                orElse: .duplicate("a line of alarm number \(line.alarm.number)")
            )
            return (.lines, number)
        case .wake(let wake): try setWake(of: wake.alarm, at: wake.at)
        case .delivery(let row, let number):
            try session.run(
                insertDelivery,
                row.fixedColumns + row.changingColumns + [number, row.takeableAt],
                orElse: .duplicate("delivery \(row.order.id)")
            )
            return (.deliveries, number)
        case .replay(let replay): try insert(replay)
        case .value(let key, let bytes, let end): try setValue(bytes, for: key, until: end)
        case .blindInterval(let interval, let number):
            try session.run(
                insertInterval,
                interval.columns + [number],
                orElse: .duplicate("blind interval \(number)")
            )
            return (.intervals, number)
        case .change(let person, let number): setChange(number, of: person)
        }
        return nil
    }
}

extension StoredRow {
    /// The key of the row to which this one belongs, where there has to be one.
    fileprivate var whole: RowKey? {
        switch self {
        case .edge(let edge): RowKey(.bytes(edge.pair.bytes))
        case .record(let line, _): RowKey(.integer(line.alarm.number))
        case .delivery(let row, _): RowKey(.integer(row.alarm.number))
        default: nil
        }
    }
}
