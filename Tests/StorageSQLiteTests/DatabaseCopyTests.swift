import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("Copying a SQLite store, and putting a copy in its place")
struct DatabaseCopyTests {
    private let folder: TemporaryFolder
    private let path: String
    private let copy: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("relay.sqlite")
        copy = folder.path("copy.sqlite")
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("")))
    }

    @Test("A copy beside a running relay is one whole file with what was committed before, and nothing later")
    func beside() async throws {
        let relay = try SQLiteStore.open(path: path, role: .relay)
        try await relay.write { transaction in
            var alarm = NewAlarm.sample(1)
            alarm.wakeAt = .sample
            _ = try transaction.insert(alarm)
        }
        try DatabaseCopy.make(of: path, at: copy)
        try await relay.write { _ = try $0.insert(NewAlarm.sample(2)) }
        let rows = try DatabaseCopy.check(copy)
        #expect(rows["alarm"] == 1, "\(rows)")
        #expect(rows["due"] == 1)
        #expect(rows["counters"] == 1)
        #expect(try !names().contains("copy.sqlite-wal"))
        await relay.close()
    }

    @Test("Another program's database is not copied, and a damaged one neither")
    func refused() async throws {
        let other = try DatabaseQueue(path: path)
        try await other.write { try $0.execute(sql: "CREATE TABLE other (a)") }
        try other.close()
        #expect(throws: StoreError.self) { try DatabaseCopy.make(of: path, at: copy) }

        let second = folder.path("second.sqlite")
        let relay = try SQLiteStore.open(path: second, role: .relay)
        try await relay.write { for number in 1...200 { _ = try $0.insert(NewAlarm.sample(number)) } }
        await relay.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: second))
        try file.truncate(atOffset: file.seekToEnd() / 2)
        try file.close()
        #expect(throws: StoreError.self) { _ = try DatabaseCopy.check(second) }
    }

    @Test("A draft is one process's at a time, and leaves nothing but its lock")
    func draft() throws {
        do {
            let draft = try DatabaseDraft(beside: path)
            #expect(throws: StoreError.locked(path: path + "-draft")) { _ = try DatabaseDraft(beside: path) }
            let made = draft.path
            #expect(FileManager.default.fileExists(atPath: made))
            _ = consume draft
        }
        #expect(try names() == ["relay.sqlite-copying-lock"])
    }

    @Test("The place of a database is not given while a relay runs, and is free as long as nobody has a device")
    func place() async throws {
        let relay = try SQLiteStore.open(path: path, role: .relay)
        #expect(throws: StoreError.locked(path: path)) { _ = try DatabaseSlot(path: path) }
        await relay.close()
        do {
            let slot = try DatabaseSlot(path: path)
            let isFree = slot.isFree
            #expect(isFree)
            #expect(throws: StoreError.locked(path: path)) { _ = try SQLiteStore.open(path: path, role: .relay) }
            _ = consume slot
        }
        let again = try SQLiteStore.open(path: path, role: .relay)
        try await again.write { _ = try $0.insert(NewAlarm.sample(1)) }
        await again.close()
        let slot = try DatabaseSlot(path: path)
        let isFree = slot.isFree
        #expect(!isFree)
        _ = consume slot
    }

    @Test("A database that is put in the place of another keeps the other under a new name, whole")
    func put() async throws {
        let relay = try SQLiteStore.open(path: path, role: .relay)
        try await relay.write { transaction in
            var alarm = NewAlarm.sample(1)
            alarm.wakeAt = .sample
            _ = try transaction.insert(alarm)
        }
        try DatabaseCopy.make(of: path, at: copy)
        try await relay.write { _ = try $0.insert(NewAlarm.sample(2)) }
        await relay.close()
        let slot = try DatabaseSlot(path: path)
        let former = try slot.put(copy, keepingFormerAs: ".former")
        #expect(former == path + ".former")
        _ = consume slot
        #expect(try DatabaseCopy.check(path)["alarm"] == 1)
        #expect(try DatabaseCopy.check(path + ".former")["alarm"] == 2)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("A restored database forgets what was good for one use, and never gives a change's number out twice")
    func oneTimeUses() async throws {
        let store = try SQLiteStore.open(path: path, role: .relay)
        let (before, invite) = try await store.write { transaction in
            let row = try transaction.insert(NewAlarm.sample(1))
            try transaction.put(Enrolment(lookup: [1], expiresAt: .sample + .days(1)))
            try transaction.insert(Device.sample(1))
            try transaction.insert(Replay.sample(device: .sample(1)))
            let invite = Invite.sample(1)
            try transaction.insert(invite)
            return (row.change, invite)
        }
        try await store.forgetOneTimeUses(before: invite.expiresAt - .minutes(1))
        #expect(try await store.read { try $0.enrolment([1]) } == nil)
        #expect(try await store.read { try $0.replayCount(of: .sample(1), limit: 10) } == 0)
        #expect(try await store.read { try $0.invite(invite.id) }?.expiresAt == invite.expiresAt - .minutes(1))
        for person in [1, 3].map(PersonID.sample) {
            #expect(try await store.read { try $0.lastChange(of: person) } >= before + 1_000_000)
        }
        let next = try await store.write { try $0.insert(NewAlarm.sample(2)) }
        #expect(next.change > before + 1_000_000)
        #expect(try await store.read { try $0.lastChange(of: .sample(1)) } == next.change)
        await store.close()
    }
}
