import AlarmCore
import Engine
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Provider tokens in the store")
struct StoredProviderTokensTests {
    private static let place = "apns provider token TEAM567890/ABCDE12345"
    private static let name = "TEAM567890/ABCDE12345"

    private let store = InMemoryStore()

    private func tokens(_ keyring: Keyring? = nil) throws -> StoredProviderTokens {
        StoredProviderTokens(store: store, vault: Vault(keyring: try keyring ?? .sample()))
    }

    @Test("A stored token is returned to the next reader, also after a restart, and only under its own name")
    func keeps() async throws {
        #expect(try await tokens().exchange(Self.name) { $0 ?? "first" } == "first")
        #expect(try await tokens().exchange(Self.name) { $0 ?? "second" } == "first")
        #expect(try await tokens().exchange("other") { $0 ?? "third" } == "third")
    }

    @Test("A token is kept sealed")
    func sealed() async throws {
        _ = try await tokens().exchange(Self.name) { _ in "eyJhbGciOiJFUzI1NiJ9" }
        let kept = try #require(try await store.read { try $0.value(Self.place) })
        #expect(!String(decoding: kept, as: UTF8.self).contains("eyJhbGciOiJFUzI1NiJ9"))
    }

    @Test("A token that was sealed under a lost key, or moved to another name, counts as none")
    func unreadable() async throws {
        _ = try await tokens().exchange(Self.name) { _ in "first" }
        let strange = try tokens(Keyring.generate(at: .sample))
        #expect(try await strange.exchange(Self.name) { $0 ?? "second" } == "second")
        _ = try await tokens().exchange(Self.name) { _ in "first" }
        try await store.write { transaction in
            try transaction.setValue(try transaction.value(Self.place), for: "apns provider token other")
        }
        #expect(try await tokens().exchange("other") { $0 ?? "third" } == "third")
    }

    @Test("A failed exchange leaves the stored token as it is")
    func failure() async throws {
        struct Refusal: Error {}
        _ = try await tokens().exchange(Self.name) { _ in "first" }
        await #expect(throws: Refusal.self) { try await tokens().exchange(Self.name) { _ in throw Refusal() } }
        #expect(try await tokens().exchange(Self.name) { $0 ?? "second" } == "first")
    }
}
