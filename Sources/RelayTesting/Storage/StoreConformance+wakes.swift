import AlarmCore
import Storage

extension StoreConformance {
    static let wakes = [
        Check("Wakes come earliest first, up to and including the horizon, equal ones in key order") { store in
            let keys = try await insertAlarms(5, into: store)
            try await store.write { transaction in
                for (key, seconds) in zip(keys, [30, 10, 20, 10, 31] as [Int64]) {
                    try transaction.setWake(of: key, at: .sample + .seconds(seconds))
                }
            }
            let horizon = Instant.sample + .seconds(30)
            try await store.read { snapshot in
                let wakes = try snapshot.wakes(through: horizon, limit: 10)
                try expect(wakes.map(\.alarm), is: [keys[1], keys[3], keys[2], keys[0]], "the order")
                try expect(wakes.map(\.at.seconds), is: [10, 10, 20, 30].map { Instant.sample.seconds + $0 }, "times")
                try expect(snapshot.wakes(through: horizon, limit: 2), is: Array(wakes.prefix(2)), "two")
                try expect(snapshot.earliestWake(), is: wakes[0], "the earliest")
            }
        },
        Check("An alarm has one wake: a new one takes the old one's place, nil takes it away") { store in
            let keys = try await insertAlarms(2, into: store)
            let key = keys[0]
            for seconds in [10, 5, 20, 20] as [Int64] {
                try await store.write { try $0.setWake(of: key, at: .sample + .seconds(seconds)) }
                let wakes = try await store.read { try $0.wakes(through: .sample + .days(1), limit: 9) }
                try expect(wakes, is: [Wake(at: .sample + .seconds(seconds), alarm: key)], "the only wake")
            }
            try await store.write { try $0.setWake(of: key, at: nil) }
            try await store.write { try $0.setWake(of: key, at: nil) }
            try expect(try await store.read { try $0.earliestWake() }, is: nil, "no wake")
            try await expectRefusal("an unknown alarm", by: store, as: \.isMissing) {
                try $0.setWake(of: AlarmKey(99), at: .sample)
            }
        },
        Check("Claimed wakes are gone, in order and not more than asked for") { store in
            let keys = try await insertAlarms(5, into: store)
            try await store.write { transaction in
                for (offset, key) in keys.enumerated() {
                    try transaction.setWake(of: key, at: .sample + .seconds(Int64(5 - offset)))
                }
            }
            let now = Instant.sample + .seconds(4)
            let first = try await store.write { try $0.claimWakes(through: now, limit: 3) }
            try expect(first.map(\.alarm), is: [keys[4], keys[3], keys[2]], "the first claim")
            let second = try await store.write { try $0.claimWakes(through: now, limit: 3) }
            try expect(second.map(\.alarm), is: [keys[1]], "the second claim")
            let third = try await store.write { try $0.claimWakes(through: now, limit: 3) }
            try expect(third, is: [], "the third claim")
            try expect(try await store.read { try $0.earliestWake()?.alarm }, is: keys[0], "what is not due")
        },
        Check("A claim takes only what it returns, also among wakes of one instant") { store in
            let keys = try await insertAlarms(6, into: store)
            try await store.write { transaction in
                for key in keys.reversed() { try transaction.setWake(of: key, at: .sample) }
            }
            let claimed = try await store.write { try $0.claimWakes(through: .sample, limit: 4) }
            try expect(claimed.map(\.alarm), is: Array(keys.prefix(4)), "the claim")
            let left = try await store.read { try $0.wakes(through: .sample, limit: 9).map(\.alarm) }
            try expect(left, is: Array(keys.suffix(2)), "what is left")
        },
        Check("A claimed alarm can be set to the same instant, or another one, again") { store in
            let keys = try await insertAlarms(2, into: store)
            let later = Instant.sample + .seconds(1)
            try await store.write { transaction in
                for key in keys { try transaction.setWake(of: key, at: .sample) }
            }
            try await store.write { transaction in
                _ = try transaction.claimWakes(through: .sample, limit: 9)
                try transaction.setWake(of: keys[0], at: .sample)
                try transaction.setWake(of: keys[1], at: later)
            }
            let wakes = try await store.read { try $0.wakes(through: later, limit: 9) }
            try expect(wakes, is: [Wake(at: .sample, alarm: keys[0]), Wake(at: later, alarm: keys[1])], "the wakes")
        },
        Check("Claims in parallel share the wakes and none is claimed twice") { store in
            let keys = try await insertAlarms(200, into: store)
            try await store.write { transaction in
                for key in keys { try transaction.setWake(of: key, at: .sample) }
            }
            let claimed = try await withThrowingTaskGroup(of: [Wake].self) { group in
                for _ in 1...25 {
                    group.addTask { try await store.write { try $0.claimWakes(through: .sample, limit: 10) } }
                }
                return try await group.reduce(into: [Wake]()) { $0 += $1 }
            }
            try expect(claimed.map(\.alarm).sorted(), is: keys, "what was claimed")
        },
    ]

    /// Adds alarms 1 to `count` and returns their keys in that order.
    static func insertAlarms(_ count: Int, into store: any Store) async throws -> [AlarmKey] {
        try await store.write { transaction in
            try (1...count).map { try transaction.insert(NewAlarm.sample($0)).key }
        }
    }
}
