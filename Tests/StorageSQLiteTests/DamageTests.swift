import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
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
            "pair = x'01'",
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
}
