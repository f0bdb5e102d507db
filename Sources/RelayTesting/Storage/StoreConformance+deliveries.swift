import AlarmCore
import Storage

extension StoreConformance {
    static let deliveries = [
        Check("A delivery ordered twice is one row, and the second order changes nothing") { store in
            let key = try await insertAlarms(1, into: store)[0]
            let row = DeliveryRow.sample(1, alarm: key)
            try await store.write { try $0.insert(row) }
            var again = row
            again.notBefore = .sample + .hours(9)
            let repeated = again
            try await store.write { try $0.insert(repeated) }
            try expect(try await store.read { try $0.delivery(.sample(1), of: key) }, is: row, "the row")
            try expect(try await store.read { try $0.deliveries(of: key).count }, is: 1, "the rows")
            try await expectRefusal("a delivery of no alarm", by: store, as: \.isMissing) {
                try $0.insert(.sample(2, alarm: AlarmKey(99)))
            }
        },
        Check("Everything that can change of a delivery is kept") { store in
            let key = try await insertAlarms(1, into: store)[0]
            var row = DeliveryRow.sample(1, alarm: key)
            try await store.write { [row] in try $0.insert(row) }
            row.state = .refused
            row.notBefore = .sample + .seconds(1)
            row.attempts = 3
            row.failedAttempts = 2
            row.leaseHolder = "somebody"
            row.leaseEnd = .sample + .seconds(2)
            row.reason = "BadDeviceToken"
            row.finishedAt = .sample + .seconds(3)
            let changed = row
            try await store.write { try $0.update(changed) }
            try expect(try await store.read { try $0.delivery(.sample(1), of: key) }, is: changed, "the row")
            try await expectRefusal("an unknown delivery", by: store, as: \.isMissing) {
                try $0.update(DeliveryRow.sample(2, alarm: key))
            }
        },
        Check("The step that ordered a delivery, and whether its alarm waits for it, are kept") { store in
            let key = try await insertAlarms(1, into: store)[0]
            let rows: [DeliveryRow] = [
                .sample(1, alarm: key), .sample(2, alarm: key, offset: .zero),
                .sample(3, alarm: key, offset: -.hours(24), isAwaited: true),
            ]
            try await store.write { transaction in
                for row in rows { try transaction.insert(row) }
            }
            try expect(try await store.read { try $0.deliveries(of: key) }, is: rows, "the rows")
        },
        Check("An alarm's deliveries come oldest first") { store in
            let keys = try await insertAlarms(2, into: store)
            try await store.write { transaction in
                for (number, seconds) in [(1, 5), (2, 3), (3, 5)] as [(Int, Int64)] {
                    try transaction.insert(.sample(number, alarm: keys[0], createdAt: .sample + .seconds(seconds)))
                }
                try transaction.insert(.sample(4, alarm: keys[1]))
            }
            let names = try await store.read { try $0.deliveries(of: keys[0]).map(\.order.id) }
            try expect(names, is: [.sample(2), .sample(1), .sample(3)], "the order")
        },
        Check("Superseding ends older epochs' unfinished deliveries that rouse, and nothing else") { store in
            let keys = try await insertAlarms(2, into: store)
            let rows: [(row: DeliveryRow, isSuperseded: Bool)] = [
                (.sample(1, alarm: keys[0], stage: .ring, epoch: 1), true),
                (.sample(2, alarm: keys[0], stage: .handoff, epoch: 1), true),
                (.sample(3, alarm: keys[0], stage: .ring, epoch: 2), false),
                (.sample(4, alarm: keys[0], stage: .cancel, epoch: 1), false),
                (.sample(5, alarm: keys[0], stage: .acknowledged, epoch: 1), false),
                (.sample(6, alarm: keys[0], stage: .ring, epoch: 1, state: .accepted), false),
                (.sample(7, alarm: keys[0], stage: .ring, epoch: 1, state: .leased), true),
                (.sample(8, alarm: keys[1], stage: .ring, epoch: 1), false),
            ]
            try await store.write { transaction in
                for (row, _) in rows { try transaction.insert(row) }
                try transaction.supersedeDeliveries(of: keys[0], before: 2)
            }
            for (row, isSuperseded) in rows {
                let state = try await store.read { try $0.delivery(row.order.id, of: row.alarm)?.state }
                try expect(state, is: isSuperseded ? .superseded : row.state, "delivery \(row.order.id.low)")
            }
            let stages = try await store.write {
                try $0.leaseDeliveries(at: .sample, until: .sample + .minutes(1), holder: "me", limit: 99)
            }
            try expect(stages.count, is: rows.count { !$0.isSuperseded && !$0.row.state.isFinal }, "what is left")
        },
        Check("Superseding all ends every unfinished delivery of the alarm, its leases too") { store in
            let keys = try await insertAlarms(2, into: store)
            let leaseEnd = Instant.sample + .minutes(1)
            try await store.write { transaction in
                try transaction.insert(.sample(1, alarm: keys[0], stage: .ring))
                _ = try transaction.leaseDeliveries(at: .sample, until: leaseEnd, holder: "me", limit: 1)
                try transaction.insert(.sample(2, alarm: keys[0], stage: .acknowledged, epoch: 9))
                try transaction.insert(.sample(3, alarm: keys[0], state: .refused))
                try transaction.insert(.sample(4, alarm: keys[1]))
                try transaction.supersedeAllDeliveries(of: keys[0])
            }
            let rows = try await store.read { try $0.deliveries(of: keys[0]) }
            try expect(rows.map(\.state), is: [.superseded, .superseded, .refused], "the alarm's deliveries")
            try expect(rows[0].leaseHolder, is: nil, "the lease's holder")
            try expect(rows[0].leaseEnd, is: nil, "the lease's end")
            try expect(rows[0].attempts, is: 1, "the attempts")
            try expect(
                try await store.read { try $0.delivery(.sample(4), of: keys[1])?.state },
                is: .pending,
                "another alarm's"
            )
        },
    ]
}
