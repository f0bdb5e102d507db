import AlarmCore
import Storage

extension StoreConformance {
    static let nodes = [
        Check("Nodes are listed with what they said last, until they leave") { store in
            try expect(try await store.read { try $0.nodes() }, is: [], "of a new store")
            let (first, second) = (RelayNode.sample(1), RelayNode.sample(2, heartbeat: 5))
            try await store.write { transaction in
                try transaction.put(second)
                try transaction.put(first)
            }
            try expect(try await store.read { try $0.nodes() }, is: [first, second], "two nodes")
            var renamed = first
            renamed.name = "another"
            let put = renamed
            try await store.write { try $0.put(put) }
            try expect(try await store.read { try $0.nodes() }, is: [renamed, second], "one put again")
            try expect(try await store.write { try $0.remove(first.id) }, is: 0, "the leases of one that leaves")
            try expect(try await store.read { try $0.nodes() }, is: [second], "after one has left")
        },
        Check("A heartbeat changes its node's row alone, and finds out that the row is gone") { store in
            try await store.write { transaction in
                try transaction.put(.sample(1))
                try transaction.put(.sample(2))
            }
            let isKnown = try await store.write { try $0.renew(.sample(1), at: .sample + .seconds(7)) }
            try expect(isKnown, "a known node was not renewed")
            try expect(
                try await store.read { try $0.nodes() },
                is: [.sample(1, heartbeat: 7), .sample(2)],
                "after a heartbeat"
            )
            let isThere = try await store.write { try $0.renew(.sample(3), at: .sample) }
            try expect(!isThere, "an unknown node was renewed")
            try expect(try await store.read { try $0.nodes().count }, is: 2, "no row came of it")
        },
        Check("What a dead node had leased can be taken at once, and its attempts stay counted") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                try transaction.put(.sample(1, heartbeat: 0))
                try transaction.put(.sample(2, heartbeat: 3))
                for number in 1...3 { try transaction.insert(.sample(number, alarm: key)) }
                try transaction.insert(.sample(4, alarm: key, state: .accepted))
            }
            let dead = try await lease(2, by: .sample(1), from: store)
            let living = try await lease(1, by: .sample(2), from: store)
            let isEarly = try await store.write { try $0.takeOver(heartbeatBefore: .sample) }
            try expect(isEarly, is: TakeOver(), "a heartbeat at that very time")
            let found = try await store.write { try $0.takeOver(heartbeatBefore: .sample + .seconds(3)) }
            try expect(found, is: TakeOver(nodes: 1, leases: 2), "a heartbeat before that time")
            try await store.read { snapshot in
                try expect(snapshot.nodes().map(\.id), is: [.sample(2)], "the nodes")
                for row in dead {
                    let row = try snapshot.delivery(row.order.id, of: key)
                    try expect(row?.state, is: .pending, "the state")
                    try expect(row?.leaseHolder, is: nil, "the holder")
                    try expect(row?.leaseEnd, is: nil, "the end")
                    try expect(row?.attempts, is: 1, "the attempts")
                }
                try expect(snapshot.delivery(.sample(3), of: key), is: living[0], "what a living node has leased")
                try expect(snapshot.delivery(.sample(4), of: key)?.state, is: .accepted, "a finished one")
                try expect(snapshot.earliestDelivery(), is: .sample, "the next time")
            }
            let next = try await lease(9, by: .sample(2), from: store)
            try expect(next.map(\.attempts), is: [2, 2], "the next lease")
            let again = try await store.write { try $0.takeOver(heartbeatBefore: .sample + .seconds(3)) }
            try expect(again, is: TakeOver(), "a second take-over")
        },
        Check("A take-over from a dead node frees what holders without a row have leased, too") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                try transaction.put(.sample(1))
                try transaction.insert(.sample(1, alarm: key))
            }
            _ = try await lease(1, by: .sample(7), from: store)
            let found = try await store.write { try $0.takeOver(heartbeatBefore: .sample + .seconds(1)) }
            try expect(found, is: TakeOver(nodes: 1, leases: 1), "the take-over")
        },
        Check("Where no other node can live, every lease is taken over, whoever held it") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                try transaction.put(.sample(1))
                for number in 1...2 { try transaction.insert(.sample(number, alarm: key)) }
                try transaction.insert(.sample(3, alarm: key, state: .accepted))
            }
            _ = try await lease(1, by: .sample(1), from: store)
            // The name under which version 0.1.0 leased.
            _ = try await store.write {
                try $0.leaseDeliveries(at: .sample, until: .sample + .minutes(1), holder: "relay", limit: 1)
            }
            let found = try await store.write { try $0.takeOverAll() }
            try expect(found, is: TakeOver(nodes: 1, leases: 2), "the take-over")
            try expect(try await store.read { try $0.nodes() }, is: [], "the nodes")
            let next = try await lease(9, by: .sample(2), from: store)
            try expect(next.map(\.attempts), is: [2, 2], "the next lease")
        },
        Check("A node that leaves gives back what it has leased, and nothing of others") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                for number in 1...2 {
                    try transaction.put(.sample(number))
                    try transaction.insert(.sample(number, alarm: key))
                }
            }
            let first = try await lease(1, by: .sample(1), from: store)
            let second = try await lease(1, by: .sample(2), from: store)
            try expect(try await store.write { try $0.remove(.sample(1)) }, is: 1, "what was given back")
            try await store.read { snapshot in
                try expect(snapshot.delivery(first[0].order.id, of: key)?.state, is: .pending, "its own")
                try expect(snapshot.delivery(second[0].order.id, of: key), is: second[0], "another's")
            }
        },
        Check("A store that has a time of its own gives it to reads and writes alike, and it does not go back") {
            store in
            let first = try await store.read { try $0.ownTime() }
            let second = try await store.write { try $0.ownTime() }
            let third = try await store.read { try $0.ownTime() }
            try expect([second, third].map { $0 == nil }, is: [first == nil, first == nil], "whether it has one")
            guard let first, let second, let third else { return }
            try expect(first <= second && second <= third, "the time went back")
            let inOne = try await store.write { transaction in
                try transaction.put(.sample(1))
                return try transaction.ownTime()
            }
            try expect(inOne.map { third <= $0 } ?? false, "the time went back beside a change")
        },
        Check("A take-over that is undone has taken nothing") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                try transaction.put(.sample(1))
                try transaction.insert(.sample(1, alarm: key))
            }
            let leased = try await lease(1, by: .sample(1), from: store)
            struct Undo: Error {}
            do {
                try await store.write { transaction in
                    try transaction.takeOverAll()
                    try transaction.put(.sample(2))
                    throw Undo()
                }
            } catch is Undo {}
            try await store.read { snapshot in
                try expect(snapshot.nodes(), is: [.sample(1)], "the nodes")
                try expect(snapshot.delivery(.sample(1), of: key), is: leased[0], "the lease")
            }
        },
    ]

    /// Leases deliveries for a minute.
    private static func lease(_ limit: Int, by node: NodeID, from store: any Store) async throws -> [DeliveryRow] {
        try await store.write {
            let end = Instant.sample + .minutes(1)
            return try $0.leaseDeliveries(at: .sample, until: end, holder: node.leaseHolder, limit: limit)
        }
    }
}

extension RelayNode {
    /// A node whose last heartbeat came some seconds after the samples begin.
    fileprivate static func sample(_ number: Int, heartbeat seconds: Int64 = 0) -> RelayNode {
        RelayNode(
            id: .sample(number),
            name: "node \(number)",
            startedAt: .sample,
            heartbeatAt: .sample + .seconds(seconds)
        )
    }
}
