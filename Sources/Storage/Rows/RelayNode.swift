package import AlarmCore

/// Marks a node's identifier.
package enum NodeTag {}

/// Identifies a node: one process of a relay, from its start to its end.
package typealias NodeID = Identifier<NodeTag>

extension Identifier where Tag == NodeTag {
    /// The name under which the node leases deliveries: the text of a UUID.
    package var leaseHolder: String { uuidText }

    /// The beginning of the identifier, by which people tell the nodes of one store apart: eight hexadecimal digits.
    package var shortName: String { String(leaseHolder.prefix(8)) }

    /// The node that leases under this name; nil where none does.
    package init?(leaseHolder name: String) {
        let digits = name.filter { $0 != "-" }
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
        guard uuidText == name else { return nil }
    }
}

/// A node of a store, as its row tells.
package struct RelayNode: Hashable, Sendable {
    package let id: NodeID
    /// A name for people, such as the host's; several nodes may have the same.
    package var name: String
    package var startedAt: Instant
    /// The time of the last heartbeat, by the store's own clock where it has one, else by the node's.
    package var heartbeatAt: Instant

    package init(id: NodeID, name: String, startedAt: Instant, heartbeatAt: Instant) {
        self.id = id
        self.name = name
        self.startedAt = startedAt
        self.heartbeatAt = heartbeatAt
    }
}

/// What a take-over found.
package struct TakeOver: Hashable, Sendable {
    /// The number of dead nodes, whose rows were deleted.
    package var nodes: Int
    /// The number of deliveries that became pending again.
    package var leases: Int

    package init(nodes: Int = 0, leases: Int = 0) {
        self.nodes = nodes
        self.leases = leases
    }
}
