import AlarmCore

extension MemorySnapshot {
    func nodes() -> [RelayNode] { tables.nodes.values.sorted { $0.id < $1.id } }
}

extension MemoryTransaction {
    func put(_ node: RelayNode) {
        make(.node(node.id, node))
    }

    func renew(_ node: NodeID, at instant: Instant) -> Bool {
        guard var row = tables.nodes[node] else { return false }
        row.heartbeatAt = instant
        make(.node(node, row))
        return true
    }

    func takeOver(heartbeatBefore instant: Instant) -> TakeOver {
        let dead = nodes().filter { $0.heartbeatAt < instant }
        guard !dead.isEmpty else { return TakeOver() }
        for node in dead { make(.node(node.id, nil)) }
        let living = Set(tables.nodes.keys.map(\.leaseHolder))
        return TakeOver(nodes: dead.count, leases: releaseLeases { !living.contains($0) })
    }

    func takeOverAll() -> TakeOver {
        let former = nodes()
        for node in former { make(.node(node.id, nil)) }
        return TakeOver(nodes: former.count, leases: releaseLeases { _ in true })
    }

    func remove(_ node: NodeID) -> Int {
        make(.node(node, nil))
        return releaseLeases { $0 == node.leaseHolder }
    }

    /// Makes those leased deliveries pending whose holder `isReleased` names; returns how many.
    private func releaseLeases(where isReleased: (_ holder: String) -> Bool) -> Int {
        var count = 0
        for key in tables.unfinishedByTime.elements {
            guard var row = tables.deliveries[key.minor], row.state == .leased, isReleased(row.leaseHolder ?? "") else {
                continue
            }
            row.endLease(as: .pending)
            make(.delivery(key.minor, row))
            count += 1
        }
        return count
    }
}
