import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import TestSupport
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

    @Test("Is allowed to a command beside the relay, whose row the running relay sees and works on")
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

    /// The schema of a later version: one more migration, which counts its runs.
    private static let later =
        Migration.all + [
            Migration(
                name: "99-later",
                sql: """
                    CREATE TABLE IF NOT EXISTS later (run INTEGER NOT NULL) STRICT;
                    INSERT INTO later VALUES (1);
                    """
            )
        ]

    @Test("By a command changes no schema while a relay holds the database")
    func visitorWithNewerSchema() async throws {
        let relay = try SQLiteStore.open(path: path, role: .relay)
        let later = DatabaseMigrator(Self.later)
        #expect(throws: StoreError.locked(path: path)) {
            try SQLiteStore.open(path: path, role: .visitor, schema: later)
        }
        await relay.close()
        let visitor = try SQLiteStore.open(path: path, role: .visitor, schema: later)
        #expect(try await visitor.read { try $0.lastChange(of: .sample(1)) } == 0)
        await visitor.close()
    }

    @Test("Finishes the migrations of an older version, keeps its rows, and runs each migration once")
    func olderVersion() async throws {
        let first = try SQLiteStore.open(path: path, role: .relay)
        let kept = try await first.write { try $0.insert(NewAlarm.sample(1)) }
        await first.close()
        for _ in 1...2 {
            let next = try SQLiteStore.open(path: path, role: .relay, schema: DatabaseMigrator(Self.later))
            #expect(try await next.read { try $0.alarm(key: kept.key) } == kept)
            await next.close()
        }
        let database = try DatabaseQueue(path: path)
        #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM later") } == 1)
        try database.close()
    }

    @Test("Takes a device that reported anything for one that has received its push, where its bytes do not say so")
    func progressWithoutReceipt() async throws {
        let armed = [UInt8](repeating: 7, count: 16)
        let first = try SQLiteStore.open(path: path, role: .relay)
        let kept = try await first.write { try $0.insert(NewAlarm.sample(1)) }
        await first.close()
        let database = try DatabaseQueue(path: path)
        try await database.write { database in
            try database.execute(
                sql: "UPDATE alarm SET progress = ?1",
                arguments: [Data([1] + armed + [5])]
            )
        }
        try database.close()
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.read { snapshot in
            let alarm = try #require(try snapshot.alarm(key: kept.key)).alarm
            let phone = try #require(DeviceID(bytes: armed))
            let known = DeviceProgress(device: phone, hasReceived: true, isArmed: true, isInformed: true)
            #expect(alarm.progress == [known])
        }
        await store.close()
    }

    @Test("Is refused for a database of a newer version, which it names")
    func newerVersion() async throws {
        await (try SQLiteStore.open(path: path, role: .relay, schema: DatabaseMigrator(Self.later))).close()
        #expect(throws: StoreError.newerVersion(path: path, found: "99-later")) {
            try SQLiteStore.open(path: path, role: .relay)
        }
    }

    @Test("Is refused for a database made before the first release, and says what to do")
    func beforeTheFirstRelease() async throws {
        let database = try DatabaseQueue(path: path)
        let old = Migration(
            name: Migration.retired,
            sql: "PRAGMA application_id = \(Migration.applicationID); CREATE TABLE device (number INTEGER PRIMARY KEY);"
        )
        try DatabaseMigrator([old]).migrate(database)
        try database.close()
        try folder.setMode(0o600, of: "relay.sqlite")
        let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, role: .relay) }
        #expect(try #require(error).description.contains("made before the first release; move it"))
        let untouched = try DatabaseQueue(path: path)
        #expect(try await untouched.read { try $0.tableExists("alarm") } == false)
        try untouched.close()
    }

    @Test("Is refused for a file that is no database")
    func notADatabase() throws {
        try Data(repeating: 0x61, count: 8192).write(to: URL(filePath: path))
        try folder.setMode(0o600, of: "relay.sqlite")
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
        try folder.setMode(0o600, of: "relay.sqlite")
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
