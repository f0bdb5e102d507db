import AlarmCore
import Storage

extension StoreConformance {
    /// An order of rows that no store has, so that those of two can be compared.
    private static func isBefore(_ left: StoredRow, _ right: StoredRow) -> Bool {
        (left.table.rawValue, left.key) < (right.table.rawValue, right.key)
    }

    static let copying = [
        Check("A store that rows were copied into answers every query as their first store does") { store in
            let first = InMemoryStore()
            try await fillEveryTable(of: first)
            try await copy(from: first, to: store)
            for (name, query) in queries {
                let expected = try await first.read(query)
                try expect(try await store.read(query), is: expected, name)
            }
            let (copied, expected) = try await (rows(of: store), rows(of: first))
            try expect(copied.sorted(by: isBefore), is: expected.sorted(by: isBefore), "the rows")
        },
        Check("Rows that are walked page by page come each once, and whole") { store in
            try await fillEveryTable(of: store)
            let all = try await rows(of: store, page: 1000)
            try expect(Set(all.map(\.table)), is: Set(StoreTable.allCases), "the tables with rows")
            for page in 1...4 { try expect(try await rows(of: store, page: page), is: all, "in pages of \(page)") }
            for table in StoreTable.allCases {
                let keys = all.filter { $0.table == table }.map(\.key)
                try expect(keys.allSatisfy { $0 > StoredRow.lowestKey(of: table) }, "\(table): the first key")
                try expect(Set(keys).count, is: keys.count, "\(table): the number of keys")
                try expect(keys.allSatisfy { RowKey(encoded: $0.encoded) == $0 }, "\(table): keys as bytes")
                let none = try await store.read { try $0.rows(of: table, after: nil, limit: 0) }
                try expect(none, is: [], "\(table): a limit of 0")
            }
            let second = InMemoryStore()
            try await copy(from: store, to: second)
            for (name, query) in queries {
                let expected = try await store.read(query)
                try expect(try await second.read(query), is: expected, name)
            }
        },
        Check("What is inserted after a copy comes behind what was copied") { store in
            let first = InMemoryStore()
            try await fillEveryTable(of: first, alarms: 300)
            try await copy(from: first, to: store, page: 250)
            let before = try await store.read { try ($0.lastAlarmKey(), $0.record(of: AlarmKey(1))) }
            let key = try await store.write { transaction in
                try transaction.insert(Device.sample(50, since: .sample))
                try transaction.insert(Invite.sample(50, locator: "SAME5"))
                try transaction.insert(Pair.sample(50, since: .sample), edges: [])
                try transaction.insert(.sample(5000, alarm: AlarmKey(1)))
                try transaction.append(RecordLine(alarm: AlarmKey(1), at: .sample, event: AlarmEvent(.late)))
                try transaction.insert(BlindInterval(from: .sample, until: .sample, cause: .stalled))
                return try transaction.insert(NewAlarm.sample(5000)).key
            }
            try expect(key > AlarmKey(300), "the key of a new alarm is \(key.number)")
            try expect(before.0 >= AlarmKey(300), "the last key was \(before.0.number)")
            try await store.read { snapshot in
                try expect(snapshot.devices(of: .sample(1)).last?.id, is: .sample(50), "the newest device")
                try expect(snapshot.invite(locator: "SAME5")?.id, is: .sample(50), "the newest invite")
                try expect(snapshot.pairs(of: .sample(1)).last?.id, is: .sample(50), "the newest pair")
                let deliveries = try snapshot.deliveries(of: AlarmKey(1))
                try expect(deliveries.last?.order.id, is: .sample(5000), "the newest delivery")
                try expect(snapshot.record(of: AlarmKey(1)).last?.event.kind, is: .late, "the newest line")
                try expect(snapshot.record(of: AlarmKey(1)).count, is: before.1.count + 1, "the lines")
                try expect(snapshot.blindIntervals(limit: 1).map(\.cause), is: [.stalled], "the newest interval")
            }
        },
        Check("Keys of alarms that were skipped are not given out") { store in
            try await store.write { try $0.skipAlarmKeys(through: AlarmKey(1000)) }
            try expect(try await store.read { try $0.lastAlarmKey() } >= AlarmKey(1000), "the last key")
            let keys = try await insertAlarms(3, into: store)
            try expect(keys.allSatisfy { $0 > AlarmKey(1000) }, "keys after 1000: \(keys)")
            try await store.write { try $0.skipAlarmKeys(through: AlarmKey(5)) }
            let next = try await store.write { try $0.insert(NewAlarm.sample(9)).key }
            try expect(next > keys[2], "\(next) comes after \(keys[2])")
        },
        Check("A row that is there already, or belongs to none, is not copied, nor what comes with it") { store in
            let first = InMemoryStore()
            try await fillEveryTable(of: first)
            let all = try await rows(of: first)
            let value = StoredRow.value("with it", [1], until: nil)
            for table in [StoreTable.records, .deliveries, .edges] {
                guard let row = all.first(where: { $0.table == table }) else { continue }
                try await expectRefusal("\(table) of nothing", by: store, as: \.isMissing) {
                    try $0.restore([value, row])
                }
            }
            try await copy(from: first, to: store)
            for table in [StoreTable.pairs, .devices, .invites, .alarms, .deliveries, .replays] {
                guard let row = all.first(where: { $0.table == table }) else { continue }
                try await expectRefusal("\(table) twice", by: store, as: \.isDuplicate) {
                    try $0.restore([value, row])
                }
            }
            try expect(try await rows(of: store), is: all, "the rows afterwards")
        },
    ]

    /// Copies every row from one store into another, by default a few in each transaction.
    private static func copy(from first: any Store, to second: any Store, page: Int = 3) async throws {
        for table in StoreTable.allCases {
            var last: RowKey?
            repeat {
                let after = last
                let rows = try await first.read { try $0.rows(of: table, after: after, limit: page) }
                if !rows.isEmpty { try await second.write { try $0.restore(rows) } }
                last = rows.last?.key
            } while last != nil
        }
    }

    /// Every row of a store, table by table.
    private static func rows(of store: any Store, page: Int = 7) async throws -> [StoredRow] {
        var all: [StoredRow] = []
        for table in StoreTable.allCases {
            var last: RowKey?
            repeat {
                let after = last
                let rows = try await store.read { try $0.rows(of: table, after: after, limit: page) }
                all += rows
                last = rows.last?.key
            } while last != nil
        }
        return all
    }

    private typealias Query = @Sendable (any Snapshot) throws -> String

    /// A value as a text that tells it from others.
    private static func text(_ value: Any) -> String { "\(value)" }

    /// Queries about what ``fillEveryTable(of:alarms:)`` has put there; each answers with a text.
    private static let queries: [(String, Query)] = [
        ("devices", { snapshot in try text((1...4).map { try snapshot.device(.sample($0)) }) }),
        ("a device by registration", { try text($0.device(registration: Device.sample(2).registration) as Any) }),
        ("devices of persons", { snapshot in try text((1...2).map { try snapshot.devices(of: .sample($0)) }) }),
        ("enrolment codes", { snapshot in try text([[1], [1, 0], [2]].map { try snapshot.enrolment($0) }) }),
        ("invites", { snapshot in try text([1, 2, 9].map { try snapshot.invite(InviteID.sample($0)) }) }),
        ("the newest invite", { try text($0.invite(locator: "SAME5") as Any) }),
        ("live invites", { try text($0.liveInvites(of: .sample(1), at: .sample)) }),
        ("pairs", { snapshot in try text((1...3).map { try snapshot.pair(.sample($0)) }) }),
        ("pairs of a person", { try text($0.pairs(of: .sample(1))) }),
        ("edges", { snapshot in try text(Pair.sample(1).sampleEdges.map { try snapshot.edge($0.tokenHash) }) }),
        ("alarms", { snapshot in try text((1...4).map { try snapshot.alarm(AlarmID.sample($0)) }) }),
        ("changed alarms", { try text($0.alarms(of: .sample(2), changedAfter: 2, limit: 99)) }),
        ("live alarms of a person", { try text($0.liveAlarms(of: PersonID.sample(1), limit: 99)) }),
        ("live alarms of a pair", { try text($0.liveAlarms(of: CircleID.sample(1), limit: 99)) }),
        ("live alarms of a circle", { try text($0.liveAlarms(of: CircleID.sample(7), limit: 99)) }),
        ("the load", { try text($0.load(of: .sample(1), from: .sample(1), since: .sample)) }),
        ("records", { snapshot in try text((1...4).map { try snapshot.record(of: AlarmKey($0)) }) }),
        ("wakes", { try text($0.wakes(through: .sample + .days(1), limit: 99)) }),
        ("the next wake", { try text($0.earliestWake() as Any) }),
        ("deliveries", { snapshot in try text((1...4).map { try snapshot.deliveries(of: AlarmKey($0)) }) }),
        ("the next delivery", { try text($0.earliestDelivery() as Any) }),
        ("documents", { snapshot in try text((1...2).map { try snapshot.documents(of: .sample($0)) }) }),
        ("documents of a circle", { try text($0.documents(.contact, in: .sample(7), after: nil, limit: 99)) }),
        ("circles", { try text($0.circles(of: .sample(2))) }),
        ("a replay", { try text($0.replay(of: .sample(1), jti: Replay.sample(2).jti) as Any) }),
        ("the number of replays", { try text($0.replayCount(of: .sample(2), limit: 99)) }),
        ("values", { snapshot in try text(["a", "b", "ü"].map { try snapshot.value($0) }) }),
        ("blind intervals", { try text($0.blindIntervals(limit: 99)) }),
        ("change numbers", { snapshot in try text((1...3).map { try snapshot.lastChange(of: .sample($0)) }) }),
    ]
}
