import AlarmCore
import Sealing
import Synchronization
import Testing

@testable import Delivery

@Suite("A provider token over restarts and for many nodes")
struct ProviderTokenStoreTests {
    private let clock = TestClock()
    private let store = SharedTokens()
    private let credentials: APNsCredentials

    init() throws { credentials = try .made() }

    private func node() -> ProviderTokenSource { .made(credentials, clock, store: store) }

    @Test("A restart goes on with the token of the run before, until its time is over")
    func restart() async throws {
        let first = try await node().token()
        clock.advance(by: .minutes(49))
        #expect(try await node().token() == first)
        clock.advance(by: .minutes(1))
        #expect(try await node().token() != first)
    }

    @Test("Many nodes that start at once, and go on for hours, share one token at a time")
    func manyNodes() async throws {
        let nodes = (0..<20).map { _ in node() }
        for _ in 0..<5 {
            let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
                for node in nodes { group.addTask { try await node.token() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            clock.advance(by: .minutes(51))
        }
    }

    @Test("A token that one node had to replace is taken up by the others")
    func replacement() async throws {
        let (one, other) = (node(), node())
        let first = try await one.token()
        #expect(try await other.token() == first)
        let second = try #require(await one.replacement(for: first))
        #expect(try await other.replacement(for: first) == second)
    }

    @Test("A kept token from the future, as a clock that ran ahead leaves it, is not taken up")
    func fromTheFuture() async throws {
        let first = try await node().token()
        clock.advance(by: .hours(-1))
        let second = try await node().token()
        #expect(second != first && second.issuedAt <= clock.now)
    }

    @Test("A kept token that another key signed, or that is none, is not taken up", arguments: ["", "a.b.c", nil])
    func stranger(text: String?) async throws {
        let (key, clock) = (credentials, clock)
        let stranger = try ProviderToken(credentials: .made(), issuedAt: clock.now).compact
        _ = try await store.exchange("\(key.teamID)/\(key.keyID)") { _ in text ?? stranger }
        let token = try await node().token()
        #expect(token.compact != stranger)
        #expect(ProviderToken(compact: token.compact, credentials: key) == token)
    }

    @Test("Tokens of different keys are kept apart")
    func manyKeys() async throws {
        let other = try APNsCredentials(key: ES256.PrivateKey(), keyID: "ZZZZZ99999", teamID: credentials.teamID)
        let first = try await node().token()
        let second = try await ProviderTokenSource.made(other, clock, store: store).token()
        #expect(try await node().token() == first)
        #expect(ProviderToken(compact: second.compact, credentials: other) == second)
    }

    @Test("A store that fails keeps no push from being sent")
    func brokenStore() async throws {
        struct Broken: ProviderTokenStore {
            struct Failure: Error {}
            func exchange(
                _ name: String,
                _ choose: @escaping @Sendable (String?) throws -> String
            ) async throws -> String {
                throw Failure()
            }
        }
        let source = ProviderTokenSource.made(credentials, clock, store: Broken())
        let token = try await source.token()
        #expect(try await source.token() == token)
    }
}

/// A token store in memory.
private final class SharedTokens: ProviderTokenStore {
    private let tokens = Mutex<[String: String]>([:])

    func exchange(_ name: String, _ choose: @escaping @Sendable (String?) throws -> String) async throws -> String {
        try tokens.withLock { tokens in
            let chosen = try choose(tokens[name])
            tokens[name] = chosen
            return chosen
        }
    }
}
