internal import AlarmCore
internal import Storage

// The table has a few rows. Each statement names a range of keys all the same, so that it is a search like all others.
private let allNodes = Statement("SELECT \(RelayNode.columnNames) FROM node WHERE id > '' ORDER BY id")
private let deleteNode = Statement("DELETE FROM node WHERE id = $1")
private let deleteNodes = Statement("DELETE FROM node WHERE id > ''")

private let release = """
    UPDATE delivery SET state = '\(DeliveryRow.State.pending.rawValue)', lease_holder = NULL, lease_end = NULL,
        takeable_at = \(DueQueue.deliveries.place(at: "not_before"))
    WHERE state = '\(DeliveryRow.State.leased.rawValue)'
    """
private let releaseAll = Statement("\(release) AND takeable_at IS NOT NULL")
private let releaseOfHolder = Statement("\(release) AND lease_holder = $1")
private let releaseOfNobody = Statement(
    """
    \(release) AND lease_holder IS NOT NULL AND NOT EXISTS (SELECT FROM node WHERE node.id = delivery.lease_holder)
    """
)

extension Statement {
    /// The time by the database's clock, which goes on within a transaction, in milliseconds.
    static let ownTime = Statement("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    static let renewNode = Statement("UPDATE node SET heartbeat_at = $1 WHERE id = $2")
    static let putNode = Statement(
        """
        INSERT INTO node (\(RelayNode.columnNames)) VALUES (\(RelayNode.columnNames.marks))
        ON CONFLICT (id) DO UPDATE SET \(RelayNode.columnNames.replacements)
        """
    )
    static let deleteDeadNodes = Statement("DELETE FROM node WHERE id > '' AND heartbeat_at < $1")
}

extension PostgresSnapshot {
    func nodes() throws -> [RelayNode] {
        try session.all(allNodes, [], RelayNode.init(reading:))
    }
}

extension PostgresTransaction {
    func put(_ node: RelayNode) throws {
        beginClaim()
        try session.run(.putNode, node.columns)
    }

    func renew(_ node: NodeID, at instant: Instant) throws -> Bool {
        beginClaim()
        return try session.count(.renewNode, [instant, LeaseHolder(node)]) > 0
    }

    func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver {
        beginClaim()
        let dead = try session.count(.deleteDeadNodes, [instant])
        // What follows depends on more than it locks: where a node is dead, all of it is run again as no claim.
        guard dead > 0 else { return TakeOver() }
        rows.forgetDeliveries()
        return TakeOver(nodes: dead, leases: try session.count(releaseOfNobody, []))
    }

    func takeOverAll() throws -> TakeOver {
        rows.forgetDeliveries()
        return TakeOver(nodes: try session.count(deleteNodes, []), leases: try session.count(releaseAll, []))
    }

    func remove(_ node: NodeID) throws -> Int {
        rows.forgetDeliveries()
        try session.run(deleteNode, [LeaseHolder(node)])
        return try session.count(releaseOfHolder, [LeaseHolder(node)])
    }
}
