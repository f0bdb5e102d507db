import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import StoragePostgres

@Suite("Rows that a transaction on PostgreSQL reads ahead")
struct ReadingAheadTests {
    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
    }

    @Test("Take one round trip, and the queries for them none")
    func once() async throws {
        let rows = try await fill()
        let connection = try Connector(address: database.address()).connect()
        let snapshot = PostgresSnapshot(PostgresSession(connection, path: "", opening: [.beginSnapshot]))
        var wanted: [Prefetch] = [
            .devices(of: .sample(1)), .device(.sample(9)), .load(of: .sample(1), from: .sample(1), since: .sample),
            .liveAlarms(of: .sample(1)), .blindIntervals(limit: 9), .value("none"),
        ]
        for row in rows { wanted += [.keyedAlarm(row.key), .deliveries(of: row.key)] }
        try snapshot.prefetch(wanted)
        #expect(connection.roundTrips == 1)
        for row in rows {
            #expect(try snapshot.alarm(row.alarm.id) == row)
            #expect(try snapshot.alarm(key: row.key) == row)
            #expect(try snapshot.deliveries(of: row.key).map(\.alarm) == [row.key])
            #expect(try snapshot.delivery(.sample(99), of: row.key) == nil)
        }
        #expect(try snapshot.devices(of: .sample(1)) == [.sample(1)])
        #expect(try snapshot.device(.sample(1)) == .sample(1))
        #expect(try snapshot.device(.sample(9)) == nil)
        #expect(try snapshot.load(of: .sample(1), from: .sample(1), since: .sample).pending == rows.count)
        #expect(try snapshot.liveAlarms(of: .sample(1) as CircleID, limit: 2) == Array(rows.prefix(2)))
        #expect(try snapshot.blindIntervals(limit: 9) == [])
        #expect(try snapshot.value("none") == nil)
        #expect(connection.roundTrips == 1)
    }

    @Test("Bring the change numbers of their alarms, so that changing them waits for nothing")
    func changes() async throws {
        let rows = try await fill()
        let connection = try Connector(address: database.address()).connect()
        let session = PostgresSession(connection, path: "", opening: [.beginSerializable])
        let transaction = PostgresTransaction(session, mayClaim: false)
        try transaction.prefetch(rows.map { .keyedAlarm($0.key) })
        for var row in rows {
            try transaction.update(&row)
            try transaction.append(RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.due)))
            try transaction.insert(.sample(50 + Int(row.change), alarm: row.key))
            try transaction.setWake(of: row.key, at: .sample)
        }
        #expect(connection.roundTrips == 1)
        #expect(try transaction.lastChange(of: .sample(1)) == Int64(2 * rows.count))
        #expect(connection.roundTrips == 1)
        #expect(try transaction.finish() != nil)
        try session.end(.commit)
        #expect(connection.roundTrips == 3)
        #expect(try database.sql("SELECT max(change), count(*) FROM reveille.last_change") == "\(2 * rows.count)|2")
    }

    /// Adds a device and twenty alarms with a delivery each.
    private func fill() async throws -> [AlarmRow] {
        let store = try await database.open()
        let rows = try await store.write { transaction in
            try transaction.insert(Device.sample(1))
            return try (1...20).map { number in
                let row = try transaction.insert(NewAlarm.sample(number))
                try transaction.insert(.sample(number, alarm: row.key))
                return row
            }
        }
        await store.close()
        return rows
    }
}
