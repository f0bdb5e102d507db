import AlarmCore
import Storage

extension StoreConformance {
    static let alarmLists = [
        Check("A person's changed alarms come oldest change first, sent and received, each once") { store in
            let rows = try await store.write { transaction in
                try insertPairs(into: transaction)
                var rows = try [
                    transaction.insert(NewAlarm.sample(1)),
                    transaction.insert(NewAlarm.sample(2, from: .sample(2), to: .sample(1))),
                    transaction.insert(NewAlarm.sample(3, circle: .sample(2), from: .sample(2), to: .sample(3))),
                    transaction.insert(NewAlarm.sample(4, circle: .sample(3), from: .sample(1), to: .sample(1))),
                ]
                try transaction.update(&rows[0])
                return rows
            }
            let person: PersonID = .sample(1)
            let all = try await store.read { try $0.alarms(of: person, changedAfter: 0, limit: 10) }
            try expect(all, is: [rows[1], rows[3], rows[0]], "all of them")
            let page = try await store.read { try $0.alarms(of: person, changedAfter: 0, limit: 2) }
            try expect(page, is: [rows[1], rows[3]], "the first page")
            let rest = try await store.read { try $0.alarms(of: person, changedAfter: rows[3].change, limit: 2) }
            try expect(rest, is: [rows[0]], "the second page")
            let none = try await store.read { try $0.alarms(of: person, changedAfter: rows[0].change, limit: 2) }
            try expect(none, is: [], "after the newest change")
            try expect(try await store.read { try $0.alarms(of: person, changedAfter: 0, limit: 0) }, is: [], "no rows")
        },
        Check("A person's live alarms come earliest due first and without those that ended") { store in
            let rows = try await store.write { transaction in
                try insertPairs(into: transaction)
                var rows = try [
                    transaction.insert(NewAlarm.sample(1, alarm: .sample(1, due: .sample + .hours(3)))),
                    transaction.insert(
                        NewAlarm.sample(
                            2,
                            alarm: .sample(2, due: .sample + .hours(1)),
                            from: .sample(2),
                            to: .sample(1)
                        )
                    ),
                    transaction.insert(NewAlarm.sample(3, alarm: .sample(3, due: .sample + .hours(2)))),
                    transaction.insert(NewAlarm.sample(4, alarm: .sample(4, due: .sample + .hours(1)))),
                    transaction.insert(NewAlarm.sample(5, circle: .sample(2), from: .sample(2), to: .sample(3))),
                ]
                rows[2].alarm = .sample(3, state: .missed)
                try transaction.update(&rows[2])
                return rows
            }
            let person: PersonID = .sample(1)
            let all = try await store.read { try $0.liveAlarms(of: person, limit: 10) }
            try expect(all, is: [rows[1], rows[3], rows[0]], "all of them")
            try expect(try await store.read { try $0.liveAlarms(of: person, limit: 2) }, is: [rows[1], rows[3]], "two")
        },
        Check("A person's alarms are found in every circle, whether or not it is a pair, and nobody else's in it") {
            store in
            let rows = try await store.write { transaction in
                try insertPairs(into: transaction)
                let (own, family) = (CircleID(own: .sample(1)), CircleID.sample(77))
                return try [
                    transaction.insert(NewAlarm.sample(1)),
                    transaction.insert(NewAlarm.sample(2, circle: own, from: .sample(1), to: .sample(1))),
                    transaction.insert(NewAlarm.sample(3, circle: family, from: .sample(8), to: .sample(1))),
                    transaction.insert(NewAlarm.sample(4, circle: family, from: .sample(8), to: .sample(9))),
                ]
            }
            try await store.read { snapshot in
                let live = try snapshot.liveAlarms(of: PersonID.sample(1), limit: 9)
                try expect(live.map(\.key), is: rows[..<3].map(\.key), "the receiver's")
                let changed = try snapshot.alarms(of: .sample(8), changedAfter: 0, limit: 9)
                try expect(changed, is: Array(rows[2...]), "the sender's")
                let page = try snapshot.alarms(of: .sample(1), changedAfter: rows[0].change, limit: 1)
                try expect(page, is: [rows[1]], "a page")
            }
        },
        Check("A rescheduled alarm takes its new place among the live ones") { store in
            let person: PersonID = .sample(1)
            try await store.write { transaction in
                try insertPairs(into: transaction)
                _ = try transaction.insert(NewAlarm.sample(1, alarm: .sample(1, due: .sample + .hours(1))))
                var later = try transaction.insert(NewAlarm.sample(2, alarm: .sample(2, due: .sample + .hours(2))))
                later.alarm = .sample(2, due: .sample + .minutes(1))
                try transaction.update(&later)
            }
            let names = try await store.read { try $0.liveAlarms(of: person, limit: 9).map(\.alarm.id) }
            try expect(names, is: [.sample(2), .sample(1)], "the order")
        },
        Check("A pair's live alarms come in key order") { store in
            let pair: PairID = .sample(1)
            let rows = try await store.write { transaction in
                var rows = try [
                    transaction.insert(NewAlarm.sample(1, alarm: .sample(1, due: .sample + .hours(3)))),
                    transaction.insert(NewAlarm.sample(2)),
                    transaction.insert(NewAlarm.sample(3, circle: .sample(2))),
                    transaction.insert(NewAlarm.sample(4)),
                ]
                rows[1].alarm = .sample(2, state: .cancelled)
                try transaction.update(&rows[1])
                return rows
            }
            try expect(try await store.read { try $0.liveAlarms(of: pair, limit: 9) }, is: [rows[0], rows[3]], "all")
            try expect(try await store.read { try $0.liveAlarms(of: pair, limit: 1) }, is: [rows[0]], "one")
        },
        Check("Recent and pending alarms are counted by pair and direction") { store in
            let (ana, ben): (PersonID, PersonID) = (.sample(1), .sample(2))
            try await store.write { transaction in
                for number in 1...6 {
                    let acceptedAt = Instant.sample + .minutes(Int64(number))
                    _ = try transaction.insert(NewAlarm.sample(number, acceptedAt: acceptedAt))
                }
                for (number, minutes) in [(7, 1), (8, 5)] as [(Int, Int64)] {
                    var ended = try transaction.insert(
                        NewAlarm.sample(number, acceptedAt: .sample + .minutes(minutes))
                    )
                    ended.alarm = .sample(number, state: .acknowledged)
                    try transaction.update(&ended)
                }
                _ = try transaction.insert(
                    NewAlarm.sample(9, from: .sample(2), to: .sample(1), acceptedAt: .sample + .hours(1))
                )
                _ = try transaction.insert(NewAlarm.sample(10, circle: .sample(2), acceptedAt: .sample + .hours(1)))
            }
            let since = Instant.sample + .minutes(3)
            try await store.read { snapshot in
                let load = { (pair: Int, person: PersonID) in
                    try snapshot.load(of: .sample(pair), from: person, since: since)
                }
                try expect(load(1, ana), is: AlarmLoad(recent: 5, pending: 6), "one direction")
                try expect(load(1, ben), is: AlarmLoad(recent: 1, pending: 1), "the other direction")
                try expect(load(2, ana), is: AlarmLoad(recent: 1, pending: 1), "another pair")
                try expect(load(3, ana), is: AlarmLoad(recent: 0, pending: 0), "a pair without alarms")
            }
        },
        Check("A new alarm's first wake comes with it") { store in
            let key = try await store.write { transaction in
                var alarm = NewAlarm.sample(1)
                alarm.wakeAt = .sample + .minutes(2)
                return try transaction.insert(alarm).key
            }
            let wake = Wake(at: .sample + .minutes(2), alarm: key)
            try expect(try await store.read { try $0.earliestWake() }, is: wake, "the wake")
            try await store.write { try $0.setWake(of: key, at: .sample + .minutes(9)) }
            let wakes = try await store.read { try $0.wakes(through: .sample + .hours(1), limit: 9) }
            try expect(wakes, is: [Wake(at: .sample + .minutes(9), alarm: key)], "the wake set later")
        },
    ]

    /// Inserts the pairs through which the persons of these checks set alarms.
    private static func insertPairs(into transaction: any Transaction) throws {
        try transaction.insert(Pair.sample(1), edges: [])
        try transaction.insert(Pair.sample(2, inviter: .sample(2), claimer: .sample(3)), edges: [])
        try transaction.insert(Pair.sample(3, inviter: .sample(1), claimer: .sample(1)), edges: [])
    }
}
