package import AlarmCore

/// A kind of row that a store keeps, in the order in which rows are copied: what others belong to comes first.
///
/// Nodes are not among them: they are processes, which a copy does not take along. Nor is what a store can tell from
/// other rows, such as the circles in which somebody has had an alarm.
package enum StoreTable: String, CaseIterable, Hashable, Sendable {
    case pairs, edges, devices, enrolments, invites, documents
    case alarms, records, wakes, deliveries
    case replays, values
    case blindIntervals = "blind intervals"
    /// The last change numbers of persons.
    case changes = "change numbers"
}

/// A row as a store keeps it, whole and sealed, with what orders it among its like.
///
/// A number is the store's own, and ascends in the order of insertion.
package enum StoredRow: Hashable, Sendable {
    case pair(Pair, number: Int64)
    case edge(Edge)
    case device(Device, number: Int64)
    case enrolment(Enrolment)
    case invite(Invite, number: Int64)
    case document(Document)
    case alarm(AlarmRow)
    /// A line of an alarm's record; the number orders the lines of one alarm.
    case record(RecordLine, number: Int64)
    case wake(Wake)
    case delivery(DeliveryRow, number: Int64)
    case replay(Replay)
    /// A value that the relay keeps about itself, and its end.
    case value(String, [UInt8], until: Instant?)
    case blindInterval(BlindInterval, number: Int64)
    /// The last change number of a person.
    case change(PersonID, Int64)

    /// The table that the row is in.
    package var table: StoreTable {
        switch self {
        case .pair: .pairs
        case .edge: .edges
        case .device: .devices
        case .enrolment: .enrolments
        case .invite: .invites
        case .document: .documents
        case .alarm: .alarms
        case .record: .records
        case .wake: .wakes
        case .delivery: .deliveries
        case .replay: .replays
        case .value: .values
        case .blindInterval: .blindIntervals
        case .change: .changes
        }
    }

    /// The row's key.
    package var key: RowKey {
        switch self {
        case .pair(let pair, _): RowKey(.bytes(pair.id.bytes))
        case .edge(let edge): RowKey(.bytes(edge.tokenHash))
        case .device(let device, _): RowKey(.bytes(device.id.bytes))
        case .enrolment(let enrolment): RowKey(.bytes(enrolment.lookup))
        case .invite(let invite, _): RowKey(.bytes(invite.id.bytes))
        case .document(let document): RowKey(.text(document.kind.rawValue), .bytes(document.id.bytes))
        case .alarm(let row): RowKey(.integer(row.key.number))
        case .record(let line, let number): RowKey(.integer(line.alarm.number), .integer(number))
        case .wake(let wake): RowKey(.integer(wake.at.milliseconds), .integer(wake.alarm.number))
        case .delivery(let row, _): RowKey(.integer(row.alarm.number), .bytes(row.order.id.bytes))
        case .replay(let replay): RowKey(.bytes(replay.device.bytes), .bytes(replay.jti))
        case .value(let key, _, _): RowKey(.text(key))
        case .blindInterval(_, let number): RowKey(.integer(number))
        case .change(let person, _): RowKey(.bytes(person.bytes))
        }
    }

    /// The key before those of all rows of a table.
    ///
    /// No identifier consists of zeros alone: they are random.
    package static func lowestKey(of table: StoreTable) -> RowKey {
        let identifier = RowKey.Part.bytes([UInt8](repeating: 0, count: 16))
        return switch table {
        case .pairs, .devices, .invites, .changes: RowKey(identifier)
        case .edges, .enrolments: RowKey(.bytes([]))
        case .documents: RowKey(.text(""), identifier)
        case .alarms, .blindIntervals: RowKey(.integer(.min))
        case .records, .wakes: RowKey(.integer(.min), .integer(.min))
        case .deliveries: RowKey(.integer(.min), identifier)
        case .replays: RowKey(identifier, .bytes([]))
        case .values: RowKey(.text(""))
        }
    }
}
