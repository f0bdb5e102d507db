package import AlarmCore
package import Storage

extension RelayTransaction {
    /// The time by which nodes watch one another: the store's own, or the caller's where it has none.
    var storeTime: Instant {
        get throws { try transaction.ownTime() ?? now }
    }

    /// Gives a sign of life, where the store is shared, and returns the identifier under which the node lives from this
    /// transaction on.
    ///
    /// So whatever leases in the same transaction leases as a node that has a row, and that nobody takes for dead.
    func renewNode() throws -> NodeID {
        let membership = engine.node
        let id = membership.id
        guard membership.isShared else { return id }
        let time = try storeTime
        if try transaction.renew(id, at: time) { return id }
        // A process that was stopped while its database was copied to another must not go on beside the relay on that.
        try transaction.refuseCopied()
        let next = membership.isEnlisted ? membership.successor : id
        try transaction.put(RelayNode(id: next, name: membership.name, startedAt: time, heartbeatAt: time))
        return next
    }

    /// Whether another node than this one lives.
    func othersLive() throws -> Bool {
        guard engine.node.isShared else { return false }
        let id = engine.node.id
        return try transaction.livingNodes(within: engine.node.timing.silence, at: now).contains { $0.id != id }
    }

    /// Takes over from the nodes that have given no sign of life for too long, while this one's came through.
    func takeOver() throws -> TakeOver {
        guard engine.node.hasWatched else { return TakeOver() }
        return try transaction.takeOver(heartbeatBefore: storeTime - engine.node.timing.silence)
    }

    /// Makes a node that has just started known, and takes over from those that are dead: where the store is not shared,
    /// from every other one.
    func enlistNode() throws -> (node: NodeID, others: OtherNodes) {
        guard engine.node.isShared else {
            let node = engine.node.id
            try transaction.takeOverAll()
            try transaction.put(RelayNode(id: node, name: engine.node.name, startedAt: now, heartbeatAt: now))
            return (node, OtherNodes())
        }
        let before = try transaction.nodes()
        let node = try renewNode()
        let horizon = try storeTime - engine.node.timing.silence
        let taken = try transaction.takeOver(heartbeatBefore: horizon)
        let last = before.filter { $0.id != node }.map(\.heartbeatAt).max()
        return (node, OtherNodes(lastHeartbeat: last, areAlive: last.map { $0 >= horizon } ?? false, taken: taken))
    }
}

/// What a node that starts finds of others.
struct OtherNodes: Sendable {
    /// The newest heartbeat of any of them; nil where there is none.
    var lastHeartbeat: Instant?
    /// Whether at least one of them lives.
    var areAlive = false
    var taken = TakeOver()
}

extension Snapshot {
    /// Returns the nodes that have given a sign of life within `silence`, by the store's own clock, or by `now` where it has
    /// none.
    package func livingNodes(within silence: Span, at now: Instant) throws -> [RelayNode] {
        let horizon = (try ownTime() ?? now) - silence
        return try nodes().filter { $0.heartbeatAt >= horizon }
    }
}
