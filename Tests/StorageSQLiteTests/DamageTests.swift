import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("A damaged SQLite store")
struct DamageTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("relay.sqlite")
    }

    @Test(
        "Says so for a column that holds what was never written",
        arguments: [
            "state = 'asleep'", "rule = 'FREQ=NEVER', once_at = NULL", "progress = x'02'", "progress = x'0101'",
            "circle = x'01'",
        ]
    )
    func unreadableColumn(damage: String) async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { _ = try $0.insert(NewAlarm.sample(1)) }
        try await store.pool.write { try $0.execute(sql: "UPDATE alarm SET \(damage)") }
        await #expect {
            try await store.read { _ = try $0.alarm(.sample(1)) }
        } throws: { error in
            if case .corrupt(path, _) = error as? StoreError { true } else { false }
        }
        await store.close()
    }

    @Test("Says so for pages that were overwritten")
    func overwrittenPages() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { transaction in
            for number in 1...2000 { try transaction.insert(Device.sample(number)) }
        }
        await store.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        let start = size / 2 / 4096 * 4096
        try file.seek(toOffset: start)
        try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size - start)))
        try file.close()
        await #expect {
            let damaged = try SQLiteStore.open(path: path, role: .relay)
            _ = try await damaged.read { try $0.devices(of: .sample(1)) }
        } throws: { error in
            if case .corrupt(path, _) = error as? StoreError { true } else { false }
        }
    }

    @Test("Refuses to open over a page that holds nothing of a tree", arguments: [true, false])
    func zeroedPage(isCheckedWhole: Bool) async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { transaction in
            for number in 1...2000 { try transaction.insert(Device.sample(number)) }
        }
        await store.close()
        let healthy = try DatabaseQueue(path: path)
        let check = isCheckedWhole ? DatabaseCheck(path: path) : DatabaseCheck(path: path, wholeLimit: 0)
        try check.run(on: healthy)
        let roots = try await healthy.read { database in
            try Int.fetchAll(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'device'")
        }
        try healthy.close()
        let root = try #require(roots.max())
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(root - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0, count: 4096))
        try file.close()
        #expect {
            try check.run(on: try DatabaseQueue(path: path))
        } throws: { error in
            StoreError(any: error, path: path).isCorruption
        }
        #expect {
            _ = try SQLiteStore.open(path: path, role: .relay)
        } throws: { error in
            (error as? StoreError)?.isCorruption == true
        }
    }

    @Test("Reads both ends of every table of a large database, and sorts nothing for that")
    func endsWithoutSorting() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        let plans = try await store.pool.read { database in
            try DatabaseCheck.endQueries(database).flatMap { query in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query)").map { row -> String in row["detail"] }
            }
        }
        #expect(plans.count > 40)
        #expect(plans.filter { $0.contains("TEMP B-TREE") } == [])
        await store.close()
    }

    @Test("Refuses a log that has lost committed transactions", arguments: [-40_000, 0, 1])
    func damagedLog(change: Int) async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        for number in 1...20 { try await store.write { try $0.insert(Device.sample(number)) } }
        let copy = folder.path("copy.sqlite")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        await store.close()
        let log = try FileHandle(forUpdating: URL(filePath: copy + "-wal"))
        let size = Int(try log.seekToEnd())
        if change < 0 { try log.truncate(atOffset: UInt64(size + change)) }
        if change > 0 {
            try log.seek(toOffset: UInt64(size / 2))
            let byte = try log.read(upToCount: 1)?.first ?? 0
            try log.seek(toOffset: UInt64(size / 2))
            try log.write(contentsOf: Data([~byte]))
        }
        try log.close()
        guard change != 0 else {
            let survivor = try SQLiteStore.open(path: copy, role: .relay)
            #expect(try await survivor.read { try $0.devices(of: .sample(1)).count } == 20)
            await survivor.close()
            return
        }
        #expect {
            _ = try SQLiteStore.open(path: copy, role: .relay)
        } throws: { error in
            (error as? StoreError)?.isCorruption == true
        }
        // A refused database is left as it is, so that it can be recovered.
        #expect(FileManager.default.fileExists(atPath: copy + "-wal"))
    }

    @Test("Refuses every write once a read has met a damaged page")
    func damageFoundByReading() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { transaction in
            for number in 1...5000 { try transaction.insert(Device.sample(number)) }
        }
        try await store.scrub()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 65_536)
        try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size) - 65_536))
        try file.close()
        await #expect {
            // A separate reader has no pages in its cache.
            _ = try await store.read { try $0.devices(of: .sample(1)) }
        } throws: { error in
            (error as? StoreError)?.isCorruption == true
        }
        await #expect {
            try await store.write { try $0.setValue([1], for: "key") }
        } throws: { error in
            (error as? StoreError)?.isCorruption == true
        }
        await store.close()
    }
}

extension StoreError {
    /// Whether the error means that the database file is damaged.
    fileprivate var isCorruption: Bool {
        if case .corrupt = self { true } else { false }
    }
}
