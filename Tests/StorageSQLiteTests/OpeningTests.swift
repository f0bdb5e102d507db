import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import Testing

@testable import StorageSQLite

@Suite("Opening a SQLite store")
struct OpeningTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("relay.sqlite")
    }

    @Test("Is refused to a second relay, and allowed once the first has closed")
    func locked() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        #expect(throws: StoreError.locked(path: path)) { try SQLiteStore.open(path: path, role: .relay) }
        await store.close()
        let next = try SQLiteStore.open(path: path, role: .relay)
        await next.close()
    }

    @Test("Is allowed to a visitor, whose row the running relay sees and works on")
    func visitor() async throws {
        let relay = try SQLiteStore.open(path: path, role: .relay)
        try await relay.write { _ = try $0.insert(NewAlarm.sample(1)) }
        let visitor = try SQLiteStore.open(path: path, role: .visitor)
        let enrolment = Enrolment(lookup: [1, 2, 3], expiresAt: .sample)
        try await visitor.write { try $0.put(enrolment) }
        let visited = try await visitor.write { try $0.insert(NewAlarm.sample(2)) }
        #expect(try await relay.read { try $0.enrolment([1, 2, 3]) } == enrolment)
        await visitor.close()
        let next = try await relay.write { try $0.insert(NewAlarm.sample(3)) }
        #expect(next.key > visited.key)
        #expect(next.change > visited.change)
        await relay.close()
    }

    @Test("By a visitor changes the schema of no database that a relay holds")
    func visitorWithNewerSchema() async throws {
        let database = try DatabaseQueue(path: path)
        try DatabaseMigrator.reveille.migrate(database, upTo: Migration.devices.name)
        try database.close()
        do {
            let lock = try ProcessLock(database: path)
            #expect(throws: StoreError.locked(path: path)) { try SQLiteStore.open(path: path, role: .visitor) }
            let isHeld = lock != nil
            #expect(isHeld)
        }
        let visitor = try SQLiteStore.open(path: path, role: .visitor)
        #expect(try await visitor.read { try $0.lastChange() } == 0)
        await visitor.close()
    }

    @Test("Finishes the migrations of an older version")
    func olderVersion() async throws {
        let database = try DatabaseQueue(path: path)
        try DatabaseMigrator.reveille.migrate(database, upTo: Migration.pairing.name)
        try database.close()
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { _ = try $0.insert(NewAlarm.sample(1)) }
        await store.close()
    }

    @Test("Reads what an older version kept of devices, alarms and pushes")
    func olderRows() async throws {
        let database = try DatabaseQueue(path: path)
        try DatabaseMigrator.reveille.migrate(database, upTo: Migration.relay.name)
        let armed = [UInt8](repeating: 7, count: 16)
        let name = [UInt8](repeating: 1, count: 16)
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO device (id, person, platform, alarm_kit, critical_alerts, os, time_zone, locale,
                        key_generation, sealed_key, registration, since)
                    VALUES (?1, ?1, 'events', 0, 0, '26.1', 'UTC', 'en', 0, ?1, ?1, 0);
                    """,
                arguments: [Data(name)]
            )
            try database.execute(
                sql: """
                    INSERT INTO alarm (key, id, preset, once_at, ttl, state, due, base, climbed, revision, epoch, progress,
                        sound, digest, changed_at, change, live, pair, sender, receiver, accepted_at)
                    VALUES (1, ?1, 'partner-alarm', 9, 1000, 'armed', 9, 9, 0, 1, 1, ?2, 'default', ?1, 0, 1, 1, ?1, ?1,
                        ?1, 0);
                    """,
                arguments: [Data(name), Data([1] + armed + [5])]
            )
            try database.execute(
                sql: """
                    INSERT INTO delivery (id, device, stage, urgency, epoch, revision, due, deadline, is_late, alarm, pair,
                        created_at, state, not_before, attempts)
                    VALUES (?1, ?1, 'handoff', 'active', 1, 1, 9, 9, 0, 1, ?1, 0, 'pending', 0, 0);
                    """,
                arguments: [Data(name)]
            )
        }
        try database.close()
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.read { snapshot in
            let id = try #require(DeviceID(bytes: name))
            let device = try #require(try snapshot.device(id))
            #expect(device.unanswered == 0)
            let alarm = try #require(try snapshot.alarm(key: AlarmKey(1))).alarm
            let phone = try #require(DeviceID(bytes: armed))
            let known = DeviceProgress(device: phone, hasReceived: true, isArmed: true, isInformed: true)
            #expect(alarm.progress == [known])
            let order = try #require(try snapshot.deliveries(of: AlarmKey(1)).first).order
            #expect((order.offset, order.isAwaited) == (nil, false))
        }
        await store.close()
    }

    @Test("Is refused for a database of a newer version, which it names")
    func newerVersion() async throws {
        await (try SQLiteStore.open(path: path, role: .relay)).close()
        let database = try DatabaseQueue(path: path)
        try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99-future')") }
        try database.close()
        #expect(throws: StoreError.newerVersion(path: path, found: "99-future")) {
            try SQLiteStore.open(path: path, role: .relay)
        }
    }

    @Test("Is refused for a file that is no database")
    func notADatabase() throws {
        try Data(repeating: 0x61, count: 8192).write(to: URL(filePath: path))
        #expect {
            try SQLiteStore.open(path: path, role: .relay)
        } throws: { error in
            if case .corrupt(path, _) = error as? StoreError { true } else { false }
        }
    }

    @Test("Is refused for another program's database, which stays as it is")
    func foreignDatabase() async throws {
        let database = try DatabaseQueue(path: path)
        try await database.write { try $0.execute(sql: "CREATE TABLE diary (day TEXT)") }
        #expect {
            try SQLiteStore.open(path: path, role: .relay)
        } throws: { error in
            if case .cannotOpen(path, _) = error as? StoreError { true } else { false }
        }
        #expect(try await database.read { try $0.tableExists("device") } == false)
        #expect(try await database.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
        try database.close()
    }

    @Test("Is refused where there is no folder")
    func noFolder() {
        let path = folder.path("nowhere/relay.sqlite")
        #expect {
            try SQLiteStore.open(path: path, role: .relay)
        } throws: { error in
            if case .cannotOpen(path, _) = error as? StoreError { true } else { false }
        }
    }

    @Test("Is refused for a file that cannot be written", .enabled(if: geteuid() != 0))
    func readOnly() async throws {
        await (try SQLiteStore.open(path: path, role: .relay)).close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(throws: StoreError.readOnly(path: path)) { try SQLiteStore.open(path: path, role: .relay) }
    }

    @Test(
        "Tells the operating system's refusals apart",
        arguments: [
            (EACCES, StoreError.readOnly(path: "p")), (EROFS, .readOnly(path: "p")), (EPERM, .readOnly(path: "p")),
            (ENOSPC, .full), (EDQUOT, .full), (ENOENT, .cannotOpen(path: "p", detail: "No such file or directory")),
        ]
    )
    func operatingSystem(code: CInt, expected: StoreError) {
        #expect(StoreError(errno: code, path: "p") == expected)
    }

    @Test(
        "Tells SQLite's refusals apart",
        arguments: [
            (ResultCode.SQLITE_READONLY, StoreError.readOnly(path: "p")),
            (.SQLITE_READONLY_DIRECTORY, .readOnly(path: "p")), (.SQLITE_FULL, .full),
            (.SQLITE_BUSY_SNAPSHOT, .locked(path: "p")), (.SQLITE_CORRUPT_INDEX, .corrupt(path: "p", detail: "why")),
            (.SQLITE_NOTADB, .corrupt(path: "p", detail: "why")),
            (.SQLITE_CANTOPEN, .cannotOpen(path: "p", detail: "why")),
            (.SQLITE_IOERR_FSYNC, .failed("why (SQLite error 1034)")),
        ]
    )
    func sqlite(code: ResultCode, expected: StoreError) {
        #expect(StoreError(DatabaseError(resultCode: code, message: "why"), path: "p") == expected)
    }
}
