internal import AlarmCore
internal import Storage

/// The statement that adds a row with some columns more than those that it lists.
private func insertion(into table: String, _ names: ColumnNames, _ others: ColumnNames) -> String {
    "INSERT INTO \(table) (\(names + others)) VALUES (\((names + others).marks))"
}

private let insertPair = insertion(into: "pair", Pair.columnNames, "number")
private let insertEdge = insertion(into: "edge", Edge.columnNames, "")
private let insertDevice = insertion(into: "device", Device.columnNames, "number")
private let insertInvite = insertion(into: "invite", Invite.columnNames, "live, number")
private let insertAlarm = insertion(into: "alarm", AlarmRow.columnNames, "live")
private let insertLine = insertion(into: "record", RecordLine.columnNames, "line")
private let insertDelivery = insertion(into: "delivery", DeliveryRow.columnNames, "takeable_at, number")
private let insertInterval = insertion(into: "blind", BlindInterval.columnNames, "number")

extension SQLiteTransaction {
    func restore(_ rows: [StoredRow]) throws {
        try checkRoom()
        for row in rows { try restore(row) }
    }

    func skipAlarmKeys(through key: AlarmKey) {
        counters.alarm = max(counters.alarm, key.number)
    }

    private func restore(_ row: StoredRow) throws {
        switch row {
        case .pair(let pair, let number):
            try session.run(insertPair, pair.columns + [number], duplicate: "pair \(pair.id)")
        case .edge(let edge):
            let (what, whole) = ("an edge of pair \(edge.pair)", "pair \(edge.pair)")
            try session.run(insertEdge, edge.columns, duplicate: what, missing: whole)
        case .device(let device, let number):
            bar(device)
            try session.run(insertDevice, device.columns + [number], duplicate: "device \(device.id)")
        case .enrolment(let enrolment): try put(enrolment)
        case .invite(let invite, let number):
            try session.run(
                insertInvite,
                invite.columns + [invite.state.isLive, number],
                duplicate: "invite \(invite.id)"
            )
        case .document(let document): try put(document)
        case .alarm(let row): try restore(row)
        case .record(let line, let number):
            try session.run(
                insertLine,
                [line.alarm, line.at, line.event.kind, line.event.device, number],
                duplicate: "a line of alarm number \(line.alarm.number)",
                missing: "alarm number \(line.alarm.number)"
            )
        case .wake(let wake): try setWake(of: wake.alarm, at: wake.at)
        case .delivery(let row, let number):
            try session.run(
                insertDelivery,
                row.fixedColumns + row.changingColumns + [row.takeableAt, number],
                duplicate: "delivery \(row.order.id)",
                missing: "alarm number \(row.alarm.number)"
            )
        case .replay(let replay): try insert(replay)
        case .value(let key, let bytes, let end): try setValue(bytes, for: key, until: end)
        case .blindInterval(let interval, let number):
            try session.run(insertInterval, interval.columns + [number], duplicate: "blind interval \(number)")
        case .change(let person, let number): counters.changes[person] = number
        }
    }

    private func restore(_ row: AlarmRow) throws {
        try session.run(
            insertAlarm,
            row.fixedColumns + row.changingColumns + [!row.alarm.state.isFinal],
            duplicate: "alarm \(row.alarm.id)"
        )
        if try session.first(isPair, [row.circle], { try $0.next(Int.self) }) == nil {
            for person in row.persons { try session.run(insertParticipant, [person, row.circle]) }
        }
        skipAlarmKeys(through: row.key)
    }
}
