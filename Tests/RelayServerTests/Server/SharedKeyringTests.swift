import AlarmCore
import Foundation
import RelayTesting
import Sealing
import Storage
import Testing

@testable import RelayServer

@Suite("The keyring of relays that share a database")
struct SharedKeyringTests {
    private let store = InMemoryStore(isShared: true)

    private static func configuration(_ directory: TemporaryDirectory) throws -> RelayConfiguration {
        try RelayConfiguration(environment: TestRelay.environment(directory))
    }

    /// Starts a relay on a connection to `store`, and stops it.
    private static func start(_ configuration: RelayConfiguration, on store: any Store) async throws {
        let relay = try await buildRelay(
            configuration: configuration,
            clock: TestClock(),
            store: store,
            logger: LogRecord().logger
        )
        await relay.close()
    }

    private func start(_ configuration: RelayConfiguration) async throws {
        try await Self.start(configuration, on: StoreConnection(base: store))
    }

    /// Runs `body` with the configurations of two relays on different machines.
    private func withTwo(_ body: (RelayConfiguration, RelayConfiguration) async throws -> Void) async throws {
        try await TemporaryDirectory.with { here in
            try await TemporaryDirectory.with { there in
                try await body(Self.configuration(here), Self.configuration(there))
            }
        }
    }

    /// Gives the relay of `other` the keyring of `configuration`.
    private func copyKeyring(of configuration: RelayConfiguration, to other: RelayConfiguration) throws {
        try OpenedStorage.makeDirectories(of: other)
        try Keyring.load(from: configuration.keyring).replace(at: other.keyring)
    }

    /// Takes the key for Web Push out of a keyring's file.
    private func removeWebPushKey(of configuration: RelayConfiguration) throws {
        let text = try String(contentsOfFile: configuration.keyring, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("webpush") }
        try #require(lines.count < text.split(separator: "\n").count)
        let keyring = try Keyring(parsing: lines.joined(separator: "\n") + "\n")
        try #require(keyring.webPush == nil)
        try keyring.replace(at: configuration.keyring)
    }

    @Test("Of two relays that start at once, each with a new keyring, one is refused, and starts with the other's")
    func race() async throws {
        try await withTwo { first, second in
            let store = store
            let slow = InterruptedStore(StoreConnection(base: store))
            // The database has no keyring when the first one looks, after it has looked whether it was copied.
            slow.afterNextRead {
                slow.afterNextRead { try await Self.start(second, on: StoreConnection(base: store)) }
            }
            let id = try await Self.failure { try await Self.start(first, on: slow) }
            let key = try Keyring.load(from: second.keyring).activeID
            let fault = "the database needs key \(key), which it lacks"
            #expect(id == .otherKeyring(path: first.keyring, database: first.database, reason: fault))
            #expect(id?.description.contains("all relays on one database have the same keyring; replace it") == true)
            #expect(try await KeyringCheck.memory(in: store).keys.keys.map(\.self) == [key])
            try await start(second)
            try copyKeyring(of: second, to: first)
            try await start(first)
        }
    }

    @Test("A relay without a keyring makes none beside a database that has one, and says where to get it")
    func missing() async throws {
        try await withTwo { first, second in
            try await start(first)
            let error = try await Self.failure { try await start(second) }
            #expect(error == .keyringLost(path: second.keyring, database: second.database, isShared: true))
            #expect(error?.description.contains("copy that of another relay") == true)
            #expect(!FileManager.default.fileExists(atPath: second.keyring))
        }
    }

    @Test("The first relay without a key for Web Push makes one, and the others are refused until they have it")
    func webPush() async throws {
        try await withTwo { first, second in
            _ = try Self.makeKeyring(first)
            try removeWebPushKey(of: first)
            try copyKeyring(of: first, to: second)
            try await start(first)
            #expect(try Keyring.load(from: first.keyring).webPush != nil)
            let error = try await Self.failure { try await start(second) }
            #expect(error == .otherWebPushKey(path: second.keyring, database: second.database, isMissing: true))
            #expect(try Keyring.load(from: second.keyring).webPush == nil)
            try copyKeyring(of: first, to: second)
            try await start(second)
        }
    }

    @Test("A relay that would push to browsers with a key of its own is refused")
    func otherWebPush() async throws {
        try await withTwo { first, second in
            _ = try Self.makeKeyring(first)
            try removeWebPushKey(of: first)
            try copyKeyring(of: first, to: second)
            _ = try addWebPushKey(configuration: second, now: Instant(seconds: 1))
            try await start(first)
            let error = try await Self.failure { try await start(second) }
            #expect(error == .otherWebPushKey(path: second.keyring, database: second.database, isMissing: false))
        }
    }

    /// Makes a keyring before the first start.
    private static func makeKeyring(_ configuration: RelayConfiguration) throws -> Keyring {
        try OpenedStorage.makeDirectories(of: configuration)
        return try Keyring.loadOrCreate(at: configuration.keyring, now: Instant(seconds: 0)).0
    }

    /// The error with which `body` refuses to start; nil where it starts.
    private static func failure(of body: () async throws -> Void) async throws -> RelayError? {
        do {
            try await body()
            return nil
        } catch let error as RelayError {
            return error
        }
    }
}

/// One relay's connection to a store, which stays when the relay closes it.
private struct StoreConnection: Store {
    let base: InMemoryStore

    var isShared: Bool { base.isShared }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await base.write(body)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read(body)
    }

    func scrub() async throws { try await base.scrub() }

    func close() async {}
}
