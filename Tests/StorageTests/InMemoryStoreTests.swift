import RelayTesting
import Storage
import Testing

@Suite("The in-memory store")
struct InMemoryStoreTests {
    @Test("Keeps every promise of a store", arguments: StoreConformance.checks)
    func conforms(_ check: StoreConformance.Check) async throws {
        try await check.run(InMemoryStore())
    }
}
