import AlarmCore
import Storage

/// Error by which a transaction's body asks for a rollback.
private struct Rollback: Error {}

extension StoreConformance {
    static let changes = [
        Check("Nobody has a change number in an empty store") { store in
            try expect(try await store.read { try $0.lastChange(of: .sample(1)) }, is: 0, "the newest change")
            let seen = try await store.write { try $0.lastChange(of: .sample(1)) }
            try expect(seen, is: 0, "the newest change in a transaction")
        },
        Check("A change is the next one of its sender and of its receiver, whoever of them is ahead") { store in
            let (ana, ben, eve): (PersonID, PersonID, PersonID) = (.sample(1), .sample(2), .sample(3))
            let numbers = try await store.write { transaction in
                let alarms = [
                    NewAlarm.sample(1, from: ana, to: ben), .sample(2, from: ana, to: ben),
                    .sample(3, circle: .sample(2), from: ben, to: eve), .sample(4, from: ben, to: ana),
                    .sample(5, circle: .sample(3), from: eve, to: eve),
                ]
                return try alarms.map { try transaction.insert($0).change }
            }
            try expect(numbers, is: [1, 2, 3, 4, 4], "the numbers")
            try await expectLast([ana: 4, ben: 4, eve: 4], of: store)
        },
        Check("What strangers do among themselves moves nobody's change number") { store in
            let row = try await store.write { try $0.insert(NewAlarm.sample(1)) }
            let others = try await store.write { transaction in
                var others = try (2...9).map { number in
                    try transaction.insert(
                        NewAlarm.sample(number, circle: .sample(2), from: .sample(3), to: .sample(4))
                    )
                }
                try transaction.update(&others[0])
                return others
            }
            try await expectLast(
                [row.sender: row.change, row.receiver: row.change, .sample(3): others[0].change, .sample(5): 0],
                of: store
            )
            let next = try await store.write { transaction in
                var row = row
                try transaction.update(&row)
                return row
            }
            try expect(next.change, is: row.change + 1, "the next number")
        },
        Check("Many changes of one body each get a larger number, and both persons the last of theirs") { store in
            let rows = try await store.write { transaction in
                var rows = try (1...40).map { number in
                    let other: PersonID = .sample(number % 4 + 2)
                    return try transaction.insert(
                        NewAlarm.sample(number, circle: .sample(number % 4 + 1), from: .sample(1), to: other)
                    )
                }
                for index in rows.indices where index.isMultiple(of: 3) { try transaction.update(&rows[index]) }
                try expect(transaction.lastChange(of: .sample(1)), is: rows[39].change, "the sender's, within")
                return rows
            }
            let numbers = rows.map(\.change)
            try expect(Set(numbers).count, is: 40, "distinct numbers")
            try await expectLast([.sample(1): numbers.max() ?? 0], of: store)
            for other in [2, 3, 4, 5].map(PersonID.sample) {
                let own = rows.filter { $0.receiver == other }.map(\.change)
                try await expectLast([other: own.max() ?? 0], of: store)
            }
            let first = rows.filter { $0.change > 20 }.sorted { $0.change < $1.change }.prefix(5)
            let page = try await store.read { try $0.alarms(of: .sample(1), changedAfter: 20, limit: 5) }
            try expect(page.map(\.change), is: first.map(\.change), "a page")
        },
        Check("Bodies that share a commit number a person's changes in their order, and one that throws takes none") {
            store in
            let numbers = try await withThrowingTaskGroup(of: Int64?.self) { group in
                for number in 1...60 {
                    group.addTask {
                        do {
                            return try await store.write { transaction in
                                let other: PersonID = .sample(number % 3 + 2)
                                let row = try transaction.insert(NewAlarm.sample(number, from: .sample(1), to: other))
                                if number.isMultiple(of: 4) { throw Rollback() }
                                return row.change
                            }
                        } catch is Rollback {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(numbers.compactMap(\.self).sorted(), is: Array(1...45), "the numbers")
            try await expectLast([.sample(1): 45], of: store)
        },
        Check("A person who is forgotten has no change number, and what others have with them counts on") { store in
            var shared = try await store.write { transaction in
                for number in 1...3 { try transaction.insert(Device.sample(number, person: .sample(number))) }
                for number in 1...5 {
                    _ = try transaction.insert(
                        NewAlarm.sample(number, circle: CircleID(own: .sample(1)), from: .sample(1), to: .sample(1))
                    )
                }
                return try transaction.insert(NewAlarm.sample(6, circle: .sample(7)))
            }
            try await store.write { _ = try $0.forget(.sample(1)) }
            try await expectLast([.sample(1): 0, .sample(2): shared.change], of: store)
            shared = try await store.write { [shared] transaction in
                var row = shared
                try transaction.update(&row)
                return row
            }
            try expect(shared.change, is: 7, "the next number")
            try await expectLast([.sample(1): 0, .sample(2): shared.change], of: store)
            let seen = try await store.read { try $0.alarms(of: .sample(2), changedAfter: 6, limit: 9) }
            try expect(seen.map(\.key), is: [shared.key], "what the other is told of")
        },
        Check("A person whom a failed body forgot keeps their change number") { store in
            let row = try await store.write { transaction in
                try transaction.insert(Device.sample(1))
                return try transaction.insert(NewAlarm.sample(1))
            }
            do {
                try await store.write { transaction in
                    _ = try transaction.forget(.sample(1))
                    throw Rollback()
                }
            } catch is Rollback {}
            try await expectLast([row.sender: row.change, row.receiver: row.change], of: store)
        },
    ]

    private static func expectLast(_ expected: [PersonID: Int64], of store: any Store) async throws {
        for (person, change) in expected {
            let last = try await store.read { try $0.lastChange(of: person) }
            try expect(last, is: change, "the newest change of \(person)")
        }
    }
}
