import Foundation
import RelayTesting
import Storage
import Synchronization
import TestSupport
import Testing

@testable import StoragePostgres

@Suite("Opening a PostgreSQL store")
struct PostgresOpeningTests {
    private let database: TestDatabase

    init() throws {
        database = try TestDatabase()
    }

    /// The text with which an address is refused.
    private func refusal(of url: String, passwordFile: String? = nil) async -> String {
        do {
            let store = try await PostgresStore.open(try PostgresAddress(url, passwordFile: passwordFile))
            await store.close()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("Two stores that open an empty database at once share one schema")
    func together() async throws {
        let address = try database.address()
        let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
            for _ in 1...4 { group.addTask { try await PostgresStore.open(address) } }
            return try await group.reduce(into: [PostgresStore]()) { $0.append($1) }
        }
        let kept = try await stores[0].write { try $0.insert(NewAlarm.sample(1)) }
        for store in stores {
            #expect(try await store.read { try $0.alarm(key: kept.key) } == kept)
            await store.close()
        }
        #expect(try database.sql("SELECT count(*) FROM reveille.migration") == "\(Migration.all.count)")
    }

    @Test("A later version's migrations run once, and rows stay")
    func olderVersion() async throws {
        let later =
            Migration.all + [
                Migration(name: "99-later", sql: "CREATE TABLE later (run bigint); INSERT INTO later VALUES (1)")
            ]
        let first = try await database.open()
        let kept = try await first.write { try $0.insert(NewAlarm.sample(1)) }
        await first.close()
        for _ in 1...2 {
            let next = try await PostgresStore.open(database.address(), migrations: later)
            #expect(try await next.read { try $0.alarm(key: kept.key) } == kept)
            await next.close()
        }
        #expect(try database.sql("SELECT count(*) FROM reveille.later") == "1")
        // Nodes are upgraded one at a time: what was only added disturbs nobody.
        let old = try await database.open()
        #expect(try await old.read { try $0.alarm(key: kept.key) } == kept)
        await old.close()
    }

    @Test("A migration that fails leaves nothing of those before it")
    func failedMigration() async throws {
        let broken = Migration.all + [Migration(name: "99-broken", sql: "CREATE TABLE alarm (key bigint)")]
        let error = await #expect(throws: StoreError.self) {
            try await PostgresStore.open(database.address(), migrations: broken)
        }
        #expect("\(try #require(error))".contains("already exists"))
        #expect(try database.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'reveille'") == "0")
    }

    @Test("Is refused for a database of a newer version, which it names")
    func newerVersion() async throws {
        await (try await database.open()).close()
        try database.sql("INSERT INTO reveille.migration (name, additive) VALUES ('99-later', false)")
        await #expect(throws: StoreError.newerVersion(path: try database.address().description, found: "99-later")) {
            try await database.open()
        }
    }

    @Test("Is refused where another program has a schema of that name, which stays as it is")
    func foreignSchema() async throws {
        try database.sql("CREATE SCHEMA reveille; CREATE TABLE reveille.diary (day text)")
        #expect(await refusal(of: database.url).contains("another program's"))
        #expect(try database.sql("SELECT count(*) FROM pg_class WHERE relname = 'device'") == "0")
    }

    @Test("Is refused for a database in another encoding, and says how to make it")
    func encoding() async throws {
        let name = "latin_\(getpid())"
        try database.cluster.sql("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
        #expect(await refusal(of: database.cluster.url(name)).contains("its encoding is SQL_ASCII: make it anew"))
        try database.cluster.sql("DROP DATABASE \(name)")
    }

    @Test("Is refused for a database or a role that is not there, or may not make its tables, without any wait")
    func missing() async throws {
        #expect(await refusal(of: database.cluster.url("nowhere")).contains("\"nowhere\" does not exist"))
        #expect(await refusal(of: database.cluster.url(database.name, user: "nobody")).contains("does not exist"))
        let role = "guest_\(database.name)"
        try database.sql("CREATE ROLE \(role) LOGIN")
        #expect(await refusal(of: database.cluster.url(database.name, user: role)).contains("permission denied"))
        try database.sql("DROP ROLE \(role)")
    }

    @Test("A password comes from a file that not everybody can read; a wrong one is refused without any wait")
    func password() async throws {
        let folder = try TemporaryFolder()
        let role = "keeper_\(database.name)"
        try database.sql(
            "CREATE ROLE \(role) LOGIN PASSWORD 'right'; GRANT CREATE ON DATABASE \(database.name) TO \(role)"
        )
        let url = database.cluster.networkURL(database.name, user: role)
        let file = folder.path("password")
        #expect(await refusal(of: url, passwordFile: file).contains("cannot be read: No such file"))
        for (text, mode, expected) in [
            ("right\n", 0o644, "can be read by everybody"), ("\n", 0o600, "is empty"),
            ("wrong", 0o600, "password authentication failed"), ("right\n", 0o600, ""),
        ] {
            try Data(text.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let found = await refusal(of: url, passwordFile: file)
            #expect(expected.isEmpty ? found.isEmpty : found.contains(expected), "\(found)")
            #expect(!found.contains("wrong"))
        }
        try database.sql("DROP OWNED BY \(role) CASCADE; DROP ROLE \(role)")
    }

    @Test("Encryption that is asked for is never done without")
    func noEncryption() async throws {
        let url = database.cluster.networkURL(database.name) + "?sslmode=verify-full"
        #expect(await refusal(of: url).contains("does not support SSL"))
    }

    @Test("Waits for transactions that may write, and says so")
    func readOnly() async throws {
        try database.cluster.sql("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
        let (notices, notice) = AsyncStream.makeStream(of: PostgresNotice.self)
        let address = try database.address()
        async let opened = PostgresStore.open(address, .init { notice.yield($0) })
        var seen = notices.makeAsyncIterator()
        #expect(try #require(await seen.next()).description.contains("transactions of this role are read-only"))
        try database.cluster.sql("ALTER DATABASE \(database.name) RESET default_transaction_read_only")
        let store = try await opened
        #expect(await seen.next() == .isBack(address.description))
        await store.close()
    }

    @Test("A task that waits for a server can be cancelled")
    func cancelled() async throws {
        let address = try PostgresAddress("postgres://reveille@127.0.0.1:\(ReservedPort.deserted())/relay")
        let (notices, notice) = AsyncStream.makeStream(of: PostgresNotice.self)
        let opening = Task { try await PostgresStore.open(address, .init { notice.yield($0) }) }
        var seen = notices.makeAsyncIterator()
        #expect(try #require(await seen.next()).description.contains("Connection refused"))
        opening.cancel()
        await #expect(throws: StoreError.self) { try await opening.value }
    }
}
