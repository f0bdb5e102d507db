internal import AlarmCore
internal import Storage

extension RelayNode {
    static let columnNames: ColumnNames = "id, name, started_at, heartbeat_at"

    var columns: [any Column] { [LeaseHolder(id), name, startedAt, heartbeatAt] }

    init(reading reader: inout RowReader) throws {
        try self.init(
            id: reader.next(LeaseHolder.self).node,
            name: reader.next(),
            startedAt: reader.next(),
            heartbeatAt: reader.next()
        )
    }
}

/// A node's identifier as the text by which it holds leases, so that SQL compares the two.
struct LeaseHolder: Column {
    let node: NodeID

    init(_ node: NodeID) {
        self.node = node
    }

    func bind(to parameter: Parameter) { parameter.set(node.leaseHolder) }

    init?(_ field: Field) {
        guard let text = field.text, let node = NodeID(leaseHolder: text) else { return nil }
        self.init(node)
    }
}
