import AlarmCore
import Foundation
import RelayTesting
import Storage
import StorageCopying
import StoragePostgres
import StorageSQLite
import TestSupport
import Testing

@Suite("Copying a relay's database to PostgreSQL, and back")
struct PostgresCopyTests {
    private struct Killed: Error {}

    private let database: TestDatabase
    private let folder: TemporaryFolder

    init() throws {
        database = try TestDatabase()
        folder = try TemporaryFolder()
    }

    private func file(_ name: String) throws -> SQLiteStore {
        try SQLiteStore.open(path: folder.path(name), role: .relay)
    }

    private func copy(from source: any Store, to target: any Store, batch: Int = 50) -> StoreCopy {
        StoreCopy(
            from: .init(source, named: "the source"),
            to: .init(target, named: "the target"),
            id: [UInt8](repeating: UInt8.random(in: .min ... .max), count: 16),
            batch: batch
        )
    }

    @Test("Every row arrives there, and comes back as it was")
    func thereAndBack() async throws {
        let (first, server, last) = (try file("first"), try await database.open(), try file("last"))
        try await fillEveryTable(of: first, alarms: 300)
        let there = try await copy(from: first, to: server).run()
        #expect(there.isEqual)
        #expect(there.lines.allSatisfy { $0.target.rows > 0 })
        let back = try await copy(from: server, to: last).run()
        #expect(back.lines == there.lines)
        for store in [first, last] { await store.close() }
        await server.close()
    }

    @Test("A relay on the copy gives out no number again: neither a key of an alarm nor a change")
    func numbers() async throws {
        let (source, server) = (InMemoryStore(), try await database.open())
        try await fillEveryTable(of: source, alarms: 200)
        _ = try await copy(from: source, to: server).run()
        let before = try await source.read { try ($0.lastAlarmKey(), $0.lastChange(of: .sample(1))) }
        let next = try await server.write { try $0.insert(NewAlarm.sample(9000)) }
        #expect(next.key > before.0)
        #expect(next.change == before.1 + 1)
        await server.close()
    }

    @Test("A copy that was killed goes on, in both directions", arguments: [2, 3, 9, 25])
    func resumed(count: Int) async throws {
        let (first, last) = (try file("first"), try file("last"))
        try await fillEveryTable(of: first, alarms: 40)
        let server = try await database.open()
        for (source, target) in [(first, server), (server, last)] as [(any Store, any Store)] {
            for isAfter in [true, false] {
                let interrupted = InterruptedStore(target)
                let interrupt = isAfter ? interrupted.afterNextWrite : interrupted.beforeNextWrite
                for _ in 1..<count { interrupt {} }
                interrupt { throw Killed() }
                await #expect(throws: Killed.self) { try await copy(from: source, to: interrupted, batch: 5).run() }
            }
            await #expect(throws: StoreError.self) { try await target.read { try $0.refuseCopied() } }
            #expect(try await copy(from: source, to: target, batch: 5).run().isEqual)
            try await target.read { try $0.refuseCopied() }
        }
        for store in [first, last] { await store.close() }
        await server.close()
    }

    @Test("A connection that the server ends in the midst of a copy costs nothing")
    func disconnected() async throws {
        let (source, server) = (InMemoryStore(), try await database.open())
        try await fillEveryTable(of: source, alarms: 40)
        let interrupted = InterruptedStore(server)
        for _ in 1...9 {
            interrupted.beforeNextWrite { [database] in
                try database.sql(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                )
            }
        }
        #expect(try await copy(from: source, to: interrupted, batch: 20).run().isEqual)
        await server.close()
    }

    @Test("A database in which a relay has worked is refused as a target")
    func notEmpty() async throws {
        let (source, server) = (InMemoryStore(), try await database.open())
        try await fillEveryTable(of: source)
        try await server.write { try $0.insert(Device.sample(1)) }
        let error = await #expect(throws: CopyError.self) { try await copy(from: source, to: server).run() }
        #expect(try #require(error).description.contains("the target is not empty (there are devices)"))
        try await source.read { try $0.refuseCopied() }
        await server.close()
    }

    @Test("A source on which a node lives is refused; one that has given no sign of life for long is none")
    func nodes() async throws {
        let server = try await database.open()
        try await fillEveryTable(of: server)
        let now = try #require(try await server.read { try $0.ownTime() })
        let node = RelayNode(id: .sample(1), name: "upstairs", startedAt: now, heartbeatAt: now)
        try await server.write { try $0.put(node) }
        let leased = try await server.write {
            try $0.leaseDeliveries(at: .sample, until: now + .hours(1), holder: node.id.leaseHolder, limit: 2)
        }
        let refused = InMemoryStore()
        let error = await #expect(throws: CopyError.self) { try await copy(from: server, to: refused).run() }
        #expect(error == .inUse(database: "the source", node: "upstairs"))
        try await server.read { try $0.refuseCopied() }

        _ = try await server.write { try $0.renew(node.id, at: now - .minutes(1)) }
        let target = try file("target")
        #expect(try await copy(from: server, to: target).run().isEqual)
        #expect(try await target.read { try $0.nodes() } == [])
        for row in leased {
            let copied = try await target.read { try $0.delivery(row.order.id, of: row.alarm) }
            #expect(copied?.state == .pending)
            #expect(copied?.attempts == row.attempts)
        }
        await target.close()
        await server.close()
    }

    @Test("A database of a newer version is neither read nor written")
    func newerVersion() async throws {
        await (try await database.open()).close()
        try database.sql("INSERT INTO reveille.migration (name, additive) VALUES ('99-later', false)")
        let location = try DatabaseLocation(database.url)
        for purpose in [DatabaseLocation.Purpose.source, .target, .comparison] {
            await #expect(throws: StoreError.self) {
                try await location.open(for: purpose, named: "in --to", passwordFile: nil) { _ in }
            }
        }
    }

    @Test("A URL that cannot be read is refused with the place where it was given, and no password is repeated")
    func badURL() async throws {
        for (url, expected) in [
            ("postgres://ana:secret@db/relay", "its URL holds a password"),
            ("postgres://[::1/relay", "the database in --to cannot be opened: its URL is not one"),
        ] {
            let error = await #expect(throws: StoreError.self) {
                let location = try DatabaseLocation(url)
                _ = try await location.open(for: .target, named: "in --to", passwordFile: nil) { _ in }
            }
            let text = try #require(error).description
            #expect(text.contains(expected), "\(text)")
            #expect(!text.contains("secret"))
        }
    }
}
