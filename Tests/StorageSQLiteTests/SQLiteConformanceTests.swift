import RelayTesting
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite("The SQLite store")
struct SQLiteConformanceTests {
    @Test("Keeps every promise of a store", arguments: StoreConformance.checks)
    func conforms(_ check: StoreConformance.Check) async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(path: folder.path("relay.sqlite"), role: .relay)
        try await check.run(store)
        await store.close()
    }
}
