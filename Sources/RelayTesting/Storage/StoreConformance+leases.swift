import AlarmCore
import Storage

extension StoreConformance {
    static let leases = [
        Check("A lease takes what may be sent, longest waiting first, and not more than asked for") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                for (number, seconds) in [(1, 3), (2, 1), (3, 2), (4, 9), (5, 1)] as [(Int, Int64)] {
                    try transaction.insert(.sample(number, alarm: key, notBefore: .sample + .seconds(seconds)))
                }
            }
            let first = try await lease(3, at: 3, from: store)
            try expect(first.map(\.order.id), is: [.sample(2), .sample(5), .sample(3)], "the first lease")
            let second = try await lease(3, at: 3, from: store)
            try expect(second.map(\.order.id), is: [.sample(1)], "the second lease")
            try expect(try await lease(3, at: 3, from: store), is: [], "the third lease")
            try expect(try await lease(0, at: 99, from: store), is: [], "a lease of nothing")
        },
        Check("What waits for its device to listen is leased before its time, and nothing else") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                for (number, device, reason, seconds) in [
                    (1, 2, DeliveryRow.notListening, 30), (2, 3, DeliveryRow.notListening, 1), (3, 2, "reset", 1),
                    (4, 2, nil, 0), (5, 2, DeliveryRow.notListening, 10), (6, 2, DeliveryRow.notListening, 40),
                ] as [(Int, Int, String?, Int64)] {
                    var row = DeliveryRow.sample(
                        number,
                        alarm: key,
                        destination: .device(.sample(device)),
                        notBefore: .sample + .seconds(seconds)
                    )
                    row.reason = reason
                    try transaction.insert(row)
                }
                var ended = DeliveryRow.sample(7, alarm: key, state: .expired)
                ended.reason = DeliveryRow.notListening
                try transaction.insert(ended)
            }
            try expect(try await lease(1, awaiting: [9], from: store), is: [], "nobody's")
            try expect(try await lease(0, awaiting: [2], from: store), is: [], "a lease of nothing")
            let first = try await lease(2, awaiting: [9, 2], from: store)
            try expect(first.map(\.order.id), is: [.sample(5), .sample(1)], "the first lease")
            try expect(first.map(\.leaseHolder), is: ["me", "me"], "the holder")
            try expect(first.map(\.attempts), is: [1, 1], "the attempts")
            try expect(
                try await store.read { try $0.delivery(.sample(5), of: key) },
                is: first.first,
                "the row of a leased one"
            )
            // As where thousands listen.
            let second = try await lease(9, awaiting: Array(100...200) + [2, 3], from: store)
            try expect(second.map(\.order.id), is: [.sample(2), .sample(6)], "the second lease")
            try expect(try await lease(9, awaiting: [2, 3], from: store), is: [], "the third lease")
            try expect(try await lease(9, awaiting: Array(1...99), from: store), is: [], "the fourth lease")
            let others = try await lease(9, at: 99, from: store)
            let ids = others.filter { $0.attempts == 1 }.map(\.order.id)
            try expect(ids, is: [.sample(4), .sample(3)], "what remains")
        },
        Check("A leased delivery says who holds it, until when, and which attempt it is") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { try $0.insert(.sample(1, alarm: key)) }
            let leased = try await lease(1, at: 0, from: store)[0]
            try expect(leased.state, is: .leased, "the state")
            try expect(leased.leaseHolder, is: "me", "the holder")
            try expect(leased.leaseEnd, is: .sample + .seconds(60), "the end")
            try expect(leased.attempts, is: 1, "the attempts")
            try expect(try await store.read { try $0.delivery(.sample(1), of: key) }, is: leased, "the row")
        },
        Check("A lease that ended is taken over, with one attempt more to tell its result by") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { try $0.insert(.sample(1, alarm: key)) }
            _ = try await lease(1, at: 0, from: store)
            try expect(try await lease(1, at: 59, from: store), is: [], "a lease before the end")
            let taken = try await lease(1, at: 60, from: store)
            try expect(taken.map(\.attempts), is: [2], "the attempts at the end")
            try expect(taken.first?.leaseEnd, is: .sample + .seconds(120), "the new end")
        },
        Check("A delivery put back waits for its time; a finished one is never leased again") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                try transaction.insert(.sample(1, alarm: key))
                try transaction.insert(.sample(2, alarm: key))
            }
            let leased = try await lease(2, at: 0, from: store)
            try await store.write { transaction in
                var retried = leased[0]
                retried.endLease(as: .pending)
                retried.notBefore = .sample + .seconds(30)
                try transaction.update(retried)
                var finished = leased[1]
                finished.endLease(as: .accepted)
                try transaction.update(finished)
            }
            try expect(try await lease(9, at: 29, from: store), is: [], "before its time")
            try expect(try await lease(9, at: 30, from: store).map(\.order.id), is: [.sample(1)], "at its time")
        },
        Check("The next delivery's time is the earliest of what waits and what is leased") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try expect(try await store.read { try $0.earliestDelivery() }, is: nil, "of an empty outbox")
            try await store.write { transaction in
                try transaction.insert(.sample(1, alarm: key, notBefore: .sample))
                try transaction.insert(.sample(2, alarm: key, notBefore: .sample + .seconds(90)))
                try transaction.insert(.sample(3, alarm: key, state: .expired, notBefore: .sample - .hours(1)))
            }
            try expect(try await store.read { try $0.earliestDelivery() }, is: .sample, "pending")
            _ = try await lease(1, at: 0, from: store)
            try expect(try await store.read { try $0.earliestDelivery() }, is: .sample + .seconds(60), "leased")
            try await store.write { try $0.supersedeAllDeliveries(of: key) }
            try expect(try await store.read { try $0.earliestDelivery() }, is: nil, "all finished")
        },
        Check("Leases in parallel share the outbox and none is leased twice") { store in
            let key = try await insertAlarms(1, into: store)[0]
            try await store.write { transaction in
                for number in 1...200 { try transaction.insert(.sample(number, alarm: key)) }
            }
            let leased = try await withThrowingTaskGroup(of: [DeliveryRow].self) { group in
                for _ in 1...25 { group.addTask { try await lease(10, at: 0, from: store) } }
                return try await group.reduce(into: [DeliveryRow]()) { $0 += $1 }
            }
            try expect(leased.map(\.order.id).sorted(), is: (1...200).map { .sample($0) }, "what was leased")
        },
    ]

    /// Leases deliveries for a minute, `seconds` after the samples begin.
    private static func lease(_ limit: Int, at seconds: Int64, from store: any Store) async throws -> [DeliveryRow] {
        let now = Instant.sample + .seconds(seconds)
        return try await store.write {
            try $0.leaseDeliveries(at: now, until: now + .minutes(1), holder: "me", limit: limit)
        }
    }

    /// Leases what waits for devices to listen, for a minute.
    private static func lease(
        _ limit: Int,
        awaiting devices: [Int],
        from store: any Store
    ) async throws -> [DeliveryRow] {
        try await store.write {
            let devices = devices.map { DeviceID.sample($0) }
            let end = Instant.sample + .minutes(1)
            return try $0.leaseDeliveries(awaiting: devices, until: end, holder: "me", limit: limit)
        }
    }
}
