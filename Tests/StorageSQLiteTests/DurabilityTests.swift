import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("What a SQLite store has committed")
struct DurabilityTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("relay.sqlite")
    }

    @Test("Is synced to the disk with every commit, references are checked, and deleted bytes are overwritten")
    func pragmas() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.pool.writeWithoutTransaction { database throws in
            #expect(try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2)
            #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal")
            #expect(try Int.fetchOne(database, sql: "PRAGMA secure_delete") == 1)
            #expect(try Int.fetchOne(database, sql: "PRAGMA foreign_keys") == 1)
        }
        await store.close()
    }

    @Test("Is there after closing and opening again, and numbers go on where they were")
    func reopening() async throws {
        let first = try SQLiteStore.open(path: path, role: .relay)
        let row = try await first.write { transaction in
            let row = try transaction.insert(NewAlarm.sample(1))
            try transaction.setWake(of: row.key, at: .sample)
            return row
        }
        await first.close()
        let second = try SQLiteStore.open(path: path, role: .relay)
        try await second.read { snapshot throws in
            #expect(try snapshot.alarm(.sample(1)) == row)
            #expect(try snapshot.earliestWake() == Wake(at: .sample, alarm: row.key))
            #expect(try snapshot.lastChange(of: row.sender) == row.change)
        }
        let next = try await second.write { try $0.insert(NewAlarm.sample(2)) }
        #expect(next.key > row.key)
        #expect(next.change > row.change)
        await second.close()
    }

    @Test("Is there after a crash: a copy of the files made while the store is open holds every write that returned")
    func crash() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask { try await store.write { try $0.insert(Device.sample(number)) } }
            }
            try await group.waitForAll()
        }
        let copy = folder.path("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let survivor = try SQLiteStore.open(path: copy, role: .relay)
        #expect(try await survivor.read { try $0.devices(of: .sample(1)).count } == 100)
        await survivor.close()
        await store.close()
    }

    @Test("Can be read only by its owner")
    func modes() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        try await store.write { try $0.insert(Device.sample(1)) }
        for suffix in ["", "-wal", "-shm", "-lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
        await store.close()
    }

    @Test("Leaves no byte of a deleted or overwritten secret in any file once it is scrubbed")
    func secrets() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        let key = Array("the sealed key of a device".utf8)
        let answer = Array("the sealed answer to a request".utf8)
        let address = Array("the sealed address of a device".utf8)
        let before = Device.sample(
            1,
            sealedKey: key,
            address: Device.SealedAddress(sealed: address, registeredAt: .sample)
        )
        var replay = Replay.sample(1)
        replay.body = answer
        try await store.write { [replay] transaction in
            try transaction.insert(before)
            try transaction.insert(replay)
            for number in 2...200 { try transaction.insert(Replay.sample(number)) }
        }
        for secret in [key, address, answer] { #expect(try places(of: secret) != []) }
        try await store.scrub()
        for secret in [key, address, answer] { #expect(try places(of: secret) == [""]) }
        try await store.write { transaction in
            try transaction.update(Device.sample(1, address: nil))
            _ = try transaction.purge(at: .sample + .hours(1), endedBefore: .sample, limit: 1000)
        }
        #expect(try places(of: key) != [], "before scrubbing they are still there, or this test proves nothing")
        try await store.scrub()
        for secret in [key, address, answer] { #expect(try places(of: secret) == []) }
        await store.close()
    }

    /// The suffixes of the database's files that hold these bytes.
    private func places(of secret: [UInt8]) throws -> [String] {
        try ["", "-wal", "-shm"].filter { suffix in
            guard FileManager.default.fileExists(atPath: path + suffix) else { return false }
            return try Data(contentsOf: URL(filePath: path + suffix)).range(of: Data(secret)) != nil
        }
    }
}
