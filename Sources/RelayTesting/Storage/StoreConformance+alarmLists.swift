import AlarmCore
import Storage

extension StoreConformance {
    static let alarmLists = [
        Check("A person's changed alarms come oldest change first, sent and received, each once") { store in
            let rows = try await store.write { transaction in
                var rows = try [
                    transaction.insert(NewAlarm.sample(1)),
                    transaction.insert(NewAlarm.sample(2, from: .sample(2), to: .sample(1))),
                    transaction.insert(NewAlarm.sample(3, from: .sample(2), to: .sample(3))),
                    transaction.insert(NewAlarm.sample(4, from: .sample(1), to: .sample(1))),
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
                    transaction.insert(NewAlarm.sample(5, from: .sample(2), to: .sample(3))),
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
        Check("A rescheduled alarm takes its new place among the live ones") { store in
            let person: PersonID = .sample(1)
            try await store.write { transaction in
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
                    transaction.insert(NewAlarm.sample(3, pair: .sample(2))),
                    transaction.insert(NewAlarm.sample(4)),
                ]
                rows[1].alarm = .sample(2, state: .cancelled)
                try transaction.update(&rows[1])
                return rows
            }
            try expect(try await store.read { try $0.liveAlarms(of: pair, limit: 9) }, is: [rows[0], rows[3]], "all")
            try expect(try await store.read { try $0.liveAlarms(of: pair, limit: 1) }, is: [rows[0]], "one")
        },
        Check("Accepted alarms are counted by direction and time, up to the limit") { store in
            try await store.write { transaction in
                for number in 1...6 {
                    let acceptedAt = Instant.sample + .minutes(Int64(number))
                    _ = try transaction.insert(NewAlarm.sample(number, acceptedAt: acceptedAt))
                }
                _ = try transaction.insert(
                    NewAlarm.sample(7, from: .sample(2), to: .sample(1), acceptedAt: .sample + .hours(1))
                )
            }
            let since = Instant.sample + .minutes(3)
            let (from, to): (PersonID, PersonID) = (.sample(1), .sample(2))
            for (limit, expected) in [(10, 4), (4, 4), (3, 3), (0, 0)] {
                let count = try await store.read {
                    try $0.acceptedCount(from: from, to: to, since: since, limit: limit)
                }
                try expect(count, is: expected, "up to \(limit)")
            }
            let back = try await store.read { try $0.acceptedCount(from: to, to: from, since: since, limit: 9) }
            try expect(back, is: 1, "the other direction")
        },
        Check("Pending alarms are counted by direction until they end, up to the limit") { store in
            let (from, to): (PersonID, PersonID) = (.sample(1), .sample(2))
            try await store.write { transaction in
                for number in 1...5 { _ = try transaction.insert(NewAlarm.sample(number)) }
                var ended = try transaction.insert(NewAlarm.sample(6))
                ended.alarm = .sample(6, state: .acknowledged)
                try transaction.update(&ended)
                _ = try transaction.insert(NewAlarm.sample(7, from: to, to: from))
            }
            for (limit, expected) in [(10, 5), (3, 3)] {
                let count = try await store.read { try $0.pendingCount(from: from, to: to, limit: limit) }
                try expect(count, is: expected, "up to \(limit)")
            }
        },
    ]
}
