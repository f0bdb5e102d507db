internal import AlarmCore
internal import Storage

// A database has one node at a time, and the table a row or two. Each statement names a range of keys all the same, so
// that it is a search like all others.
private let nodes = "SELECT \(RelayNode.columnNames) FROM node WHERE id > '' ORDER BY id"
private let putNode = "REPLACE INTO node (\(RelayNode.columnNames)) VALUES (\(RelayNode.columnNames.marks))"
private let renewNode = "UPDATE node SET heartbeat_at = ? WHERE id = ?"
private let deleteNode = "DELETE FROM node WHERE id = ?"
private let deleteDeadNodes = "DELETE FROM node WHERE id > '' AND heartbeat_at < ?"
private let deleteNodes = "DELETE FROM node WHERE id > ''"

extension SQLiteSnapshot {
    func nodes() throws -> [RelayNode] {
        try session.all(StorageSQLite.nodes, [], RelayNode.init(reading:))
    }
}

extension SQLiteTransaction {
    func put(_ node: RelayNode) throws {
        try session.run(putNode, node.columns)
    }

    func renew(_ node: NodeID, at instant: Instant) throws -> Bool {
        try session.run(renewNode, [instant, LeaseHolder(node)]) > 0
    }

    func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver {
        let dead = try session.run(deleteDeadNodes, [instant])
        guard dead > 0 else { return TakeOver() }
        return TakeOver(nodes: dead, leases: try session.run(DeliverySQL.releaseOfNobody))
    }

    func takeOverAll() throws -> TakeOver {
        TakeOver(nodes: try session.run(deleteNodes), leases: try session.run(DeliverySQL.release))
    }

    func remove(_ node: NodeID) throws -> Int {
        try session.run(deleteNode, [LeaseHolder(node)])
        return try session.run(DeliverySQL.releaseOfHolder, [LeaseHolder(node)])
    }
}
