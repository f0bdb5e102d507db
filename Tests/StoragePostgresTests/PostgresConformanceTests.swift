import RelayTesting
import Storage
import StoragePostgres
import Testing

@Suite("The PostgreSQL store")
struct PostgresConformanceTests {
    @Test("Keeps every promise of a store", arguments: StoreConformance.checks)
    func conforms(_ check: StoreConformance.Check) async throws {
        let database = try TestDatabase()
        let store = try await database.open()
        try await check.run(store)
        await store.close()
    }

    @Test("Keeps them on the alarm path, too", arguments: StoreConformance.checks)
    func alarmPathConforms(_ check: StoreConformance.Check) async throws {
        let database = try TestDatabase()
        let store = try await database.open()
        try await check.run(store.alarmPath)
        await store.close()
    }
}
