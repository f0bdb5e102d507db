import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("The change numbers of a SQLite store")
struct PersonChangesTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("relay.sqlite")
    }

    /// The rows of the table of change numbers, by person.
    private func stored() async throws -> [Data: Int64] {
        let database = try DatabaseQueue(path: path)
        let changes: [Data: Int64] = try await database.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT person, change FROM last_change")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["person"], $0["change"]) })
        }
        try database.close()
        return changes
    }

    @Test("Go on for everybody from the one number that version 0.1.0 counted, which rises no more")
    func fromBefore() async throws {
        let recorded = URL(filePath: #filePath).appending(path: "../../Upgrade/0.1.0/reveille.db").standardized
        try FileManager.default.copyItem(at: recorded, to: URL(filePath: path))
        try folder.setMode(0o600, of: "relay.sqlite")
        let store = try SQLiteStore.open(path: path, role: .relay)
        let last: Int64 = 6
        let before = try await store.pool.read { database in
            #expect(try Int64.fetchOne(database, sql: "SELECT change FROM counters") == last)
            return try Int64.fetchAll(database, sql: "SELECT change FROM alarm ORDER BY change")
        }
        let row = try await store.read { snapshot throws in
            let row = try #require(try snapshot.alarm(key: AlarmKey(4)))
            for person in [row.sender, row.receiver, .sample(1)] {
                #expect(try snapshot.lastChange(of: person) == last)
            }
            // Whatever number a phone has kept, it is told of all that changed after it, and of no more.
            for cursor in 0...last {
                let changes = try snapshot.alarms(of: row.receiver, changedAfter: cursor, limit: 99).map(\.change)
                #expect(changes == before.filter { $0 > cursor })
            }
            return row
        }
        let changed = try await store.write { transaction in
            var changed = row
            try transaction.update(&changed)
            let other = try transaction.insert(NewAlarm.sample(1, from: row.sender, to: .sample(1)))
            return [changed.change, other.change]
        }
        #expect(changed == [last + 1, last + 2])
        try await store.read { snapshot throws in
            let persons = [row.sender, row.receiver, .sample(1), .sample(2)]
            #expect(try persons.map { try snapshot.lastChange(of: $0) } == [last + 2, last + 1, last + 2, last])
            #expect(try snapshot.alarms(of: row.receiver, changedAfter: last, limit: 99).map(\.key) == [row.key])
        }
        #expect(try await store.pool.read { try Int64.fetchOne($0, sql: "SELECT change FROM counters") } == last)
        await store.close()
    }

    @Test("Rise over a restart, and are stored for those alone whose alarms changed")
    func reopening() async throws {
        var last: Int64 = 0
        for number in 1...3 {
            let store = try SQLiteStore.open(path: path, role: .relay)
            let row = try await store.write { try $0.insert(NewAlarm.sample(number)) }
            #expect(row.change == last + 1)
            last = row.change
            await store.close()
        }
        let persons = [1, 2].map { Data(PersonID.sample($0).bytes) }
        #expect(try await stored() == [persons[0]: last, persons[1]: last])
    }

    @Test("Are no longer stored for a person who was forgotten, whatever becomes of an alarm that others shared")
    func forgotten() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        let row = try await store.write { transaction in
            try transaction.insert(Device.sample(1))
            try transaction.insert(Device.sample(2, person: .sample(2)))
            return try transaction.insert(NewAlarm.sample(1, circle: .sample(7)))
        }
        let changed = try await store.write { transaction in
            // Numbered within the same commit, too, of which nothing must be stored at its end.
            var changed = row
            try transaction.update(&changed)
            _ = try transaction.forget(.sample(1))
            return changed
        }
        let ended = try await store.write { transaction in
            var ended = changed
            ended.alarm = .sample(1, state: .cancelled)
            try transaction.update(&ended)
            return ended
        }
        #expect(ended.change == row.change + 2)
        await store.close()
        #expect(try await stored() == [Data(PersonID.sample(2).bytes): ended.change])
    }

    @Test("Of a restored database are beyond all that was given out after its backup, by anybody")
    func restored() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        let later = try await store.write { transaction in
            _ = try transaction.insert(NewAlarm.sample(1))
            return try (2...9).map { try transaction.insert(NewAlarm.sample($0, from: .sample(3), to: .sample(4))) }
        }
        try await store.forgetOneTimeUses(before: .sample)
        let next = try await store.write { transaction in
            let rows = try [(20, 1, 2), (21, 3, 4), (22, 5, 6)].map { number, sender, receiver in
                try transaction.insert(NewAlarm.sample(number, from: .sample(sender), to: .sample(receiver)))
            }
            return rows.map(\.change)
        }
        #expect(next.allSatisfy { $0 > later[7].change + 1_000_000 })
        await store.close()
    }
}
