import AlarmCore
import Foundation
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("A SQLite store on a full disk")
struct FullDiskTests {
    @Test(
        "Sets aside 16 MiB or a 64th of the database, but no more than an eighth of the disk, and 32 KiB at least",
        arguments: [
            (100 << 30, 0, 16 << 20), (100 << 30, 8 << 30, 128 << 20), (64 << 20, 1 << 20, 8 << 20),
            (256 << 10, 0, 32 << 10), (100 << 10, 0, 32 << 10), (1_000_000, 0, 122_880),
        ] as [(Int64, Int64, Int64)]
    )
    func goal(capacity: Int64, database: Int64, expected: Int64) {
        #expect(SpaceReserve.goal(capacity: capacity, database: database) == expected)
    }

    @Test("Gives its reserve back bit by bit, says when nothing is left, and sets it aside again")
    func reserve() throws {
        let folder = try TemporaryFolder()
        let reserve = SpaceReserve(database: folder.path("relay.sqlite"))
        _ = FileManager.default.createFile(atPath: folder.path("relay.sqlite"), contents: nil)
        reserve.fill()
        let whole = reserve.held
        #expect(whole >= SpaceReserve.least)
        #expect(!reserve.isShort)
        #expect(reserve.giveBack())
        #expect(reserve.isShort)
        #expect(reserve.held < whole)
        #expect(reserve.held >= whole * 3 / 4)
        var gifts = 1
        while reserve.giveBack() { gifts += 1 }
        #expect(gifts > 2)
        #expect(reserve.held == 0)
        #expect(reserve.isShort)
        reserve.fill()
        #expect(reserve.held == whole)
        #expect(!reserve.isShort)
    }

    @Test(
        "Rings and ends what it holds, refuses what is new, and takes it once there is room",
        .enabled(if: SmallDisk.isAvailable, "mounting a file system takes root")
    )
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 2048)
        defer { disk.remove() }
        let store = try SQLiteStore.open(path: disk.path("relay.sqlite"), role: .relay)
        for number in 1...50 {
            try await store.write { transaction in
                let row = try transaction.insert(NewAlarm.sample(number))
                try transaction.setWake(of: row.key, at: .sample)
            }
        }
        try disk.fill()
        var stored = 50
        while stored < 5000, await accepts(stored + 1, store) { stored += 1 }
        #expect(stored < 5000)
        #expect(store.isShortOfSpace)
        // Another user of the disk takes the space that the store has freed.
        try disk.fill()

        let rung = try await store.write { transaction in
            let wakes = try transaction.claimWakes(through: .sample, limit: 50)
            for wake in wakes {
                guard var row = try transaction.alarm(key: wake.alarm) else { continue }
                row.changedAt = .sample
                try transaction.update(&row)
                try transaction.append(RecordLine(alarm: row.key, at: .sample, event: AlarmEvent(.due)))
            }
            return wakes.count
        }
        #expect(rung == 50)
        #expect(await !accepts(stored + 1, store))

        try disk.free()
        #expect(await accepts(stored + 1, store))
        #expect(!store.isShortOfSpace)
        await store.close()
    }

    @Test(
        "Lets people take back, end and delete what they have, and refuses only what is new",
        .enabled(if: SmallDisk.isAvailable, "mounting a file system takes root")
    )
    func ending() async throws {
        let disk = try SmallDisk(kilobytes: 2048)
        defer { disk.remove() }
        let store = try SQLiteStore.open(path: disk.path("relay.sqlite"), role: .relay)
        try await store.write { transaction in
            for number in 1...2 { try transaction.insert(Device.sample(number, person: .sample(number))) }
            try transaction.insert(Invite.sample(1))
            try transaction.insert(Pair.sample(1), edges: Pair.sample(1).sampleEdges)
            for number in 1...20 { try transaction.put(Document.sample(number)) }
        }
        try disk.fill()
        var stored = 0
        while stored < 5000, await accepts(stored + 1, store) { stored += 1 }
        try disk.fill()

        try await store.write { transaction in
            var invite = try #require(try transaction.invite(.sample(1)))
            try invite.cancel(by: .sample(1), at: .sample)
            try transaction.update(invite)
            var pair = try #require(try transaction.pair(.sample(1)))
            pair.revoke(at: .sample)
            try transaction.update(pair)
            try transaction.deleteEdges(of: pair.id)
            try transaction.put(Document.sample(1, body: [4, 5, 6]))
        }
        _ = try await store.write { try $0.forget(.sample(1)) }
        #expect(try await store.read { try $0.documents(of: .sample(1)).isEmpty && $0.device(.sample(1)) == nil })
        await #expect(throws: StoreError.full) { try await store.write { try $0.insert(Invite.sample(2)) } }
        await #expect(throws: StoreError.full) { try await store.write { try $0.insert(Device.sample(3)) } }
        await store.close()
    }

    @Test(
        "Opens on a disk that has filled up meanwhile",
        .enabled(if: SmallDisk.isAvailable, "mounting a file system takes root")
    )
    func opening() async throws {
        let disk = try SmallDisk(kilobytes: 2048)
        defer { disk.remove() }
        let path = disk.path("relay.sqlite")
        let first = try SQLiteStore.open(path: path, role: .relay)
        #expect(await accepts(1, first))
        await first.close()
        try disk.fill()
        let second = try SQLiteStore.open(path: path, role: .relay)
        #expect(try await second.read { try $0.alarm(.sample(1)) } != nil)
        #expect(await !accepts(2, second))
        try await second.write { try $0.setValue([1], for: "end") }
        await second.close()
    }

    private func accepts(_ number: Int, _ store: SQLiteStore) async -> Bool {
        do {
            try await store.write { _ = try $0.insert(NewAlarm.sample(number)) }
            return true
        } catch {
            #expect(error as? StoreError == .full)
            return false
        }
    }
}
