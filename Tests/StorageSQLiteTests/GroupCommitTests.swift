import AlarmCore
import Foundation
import GRDB
import RelayTesting
import Storage
import Synchronization
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("A commit shared by many")
struct GroupCommitTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore.open(path: folder.path("relay.sqlite"), role: .relay)
    }

    @Test("Takes what has gathered, up to its size, and answers only once it is durable")
    func batches() {
        let observer = CommitCounter()
        store.pool.add(transactionObserver: observer, extent: .databaseLifetime)
        let inbox = WriteInbox()
        let commit = GroupCommit(inbox: inbox, cache: RowCache(), path: store.path)
        let commitsAtAnswer = Mutex<[Int]>([])
        for number in 1...WriteInbox.batchSize + 10 {
            let mustDrain = inbox.add(
                WriteJob { transaction in
                    try transaction.insert(Device.sample(number))
                    return { commitsAtAnswer.withLock { $0.append(observer.commits) } }
                } fail: { error in
                    Issue.record("\(error)")
                }
            )
            #expect(mustDrain == (number == 1))
        }
        store.pool.writeWithoutTransaction { commit.drain($0) }
        #expect(inbox.hasMore())
        store.pool.writeWithoutTransaction { commit.drain($0) }
        #expect(!inbox.hasMore())
        let expected = Array(repeating: 1, count: WriteInbox.batchSize) + Array(repeating: 2, count: 10)
        #expect(commitsAtAnswer.withLock(\.self) == expected)
    }

    @Test("A write of the alarm path goes before requests that wait, and few of these share its commit")
    func alarmsFirst() {
        let inbox = WriteInbox()
        let ran = Mutex<[Int]>([])
        func add(_ numbers: ClosedRange<Int>, goesFirst: Bool) {
            for number in numbers {
                let job = WriteJob { _ in
                    ran.withLock { $0.append(number) }
                    return {}
                } fail: { error in
                    Issue.record("\(error)")
                }
                _ = inbox.add(job, goesFirst: goesFirst)
            }
        }
        add(1...100, goesFirst: false)
        add(101...102, goesFirst: true)
        let commit = GroupCommit(inbox: inbox, cache: RowCache(), path: store.path)
        store.pool.writeWithoutTransaction { commit.drain($0) }
        #expect(ran.withLock(\.self) == [101, 102] + Array(1...WriteInbox.guestSize))
        store.pool.writeWithoutTransaction { commit.drain($0) }
        #expect(!inbox.hasMore())
        #expect(ran.withLock { $0.count } == 102)
    }

    @Test("The alarm path reads while every other reader is busy", .timeLimit(.minutes(1)))
    func alarmReader() async throws {
        try await store.write { try $0.insert(Device.sample(1)) }
        let (began, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { requests in
            for _ in 1...store.pool.configuration.maximumReaderCount {
                requests.addTask { [store] in
                    try await store.read { _ in
                        began.signal()
                        release.wait()
                    }
                }
            }
            for _ in 1...store.pool.configuration.maximumReaderCount { await began.signalled() }
            #expect(try await store.alarmPath.read { try $0.devices(of: .sample(1)).count } == 1)
            for _ in 1...store.pool.configuration.maximumReaderCount { release.signal() }
            try await requests.waitForAll()
        }
    }

    @Test("Fails every caller whose body did not fail by itself, and stores nothing, when the disk does")
    func failedCommit() async throws {
        struct Rollback: Error {}
        try await store.write { try $0.insert(Device.sample(1)) }
        let observer = CommitCounter()
        store.pool.add(transactionObserver: observer, extent: .databaseLifetime)
        observer.failNext(with: DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "disk I/O error"))
        let inbox = WriteInbox()
        let errors = Mutex<[any Error]>([])
        for number in 2...4 {
            _ = inbox.add(
                WriteJob { transaction in
                    try transaction.insert(Device.sample(number))
                    if number == 3 { throw Rollback() }
                    return { Issue.record("write \(number) was answered") }
                } fail: { error in
                    errors.withLock { $0.append(error) }
                }
            )
        }
        try await store.pool.writeWithoutTransaction {
            GroupCommit(inbox: inbox, cache: RowCache(), path: store.path).drain($0)
        }
        let failure = StoreError.failed("disk I/O error (SQLite error 1034)")
        let found = errors.withLock(\.self)
        #expect(found.map { $0 as? StoreError } == [failure, nil, failure])
        #expect(found[1] is Rollback)
        #expect(try await store.read { try $0.devices(of: .sample(1)).count } == 1)
        #expect(inbox.refusal == failure)
    }

    @Test("After a failed sync refuses every later write and still reads")
    func fatal() async throws {
        try await store.write { try $0.insert(Device.sample(1)) }
        let observer = CommitCounter()
        store.pool.add(transactionObserver: observer, extent: .databaseLifetime)
        observer.failNext(with: DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "disk I/O error"))
        let failure = StoreError.failed("disk I/O error (SQLite error 1034)")
        for number in 2...3 {
            await #expect(throws: failure) { try await store.write { try $0.insert(Device.sample(number)) } }
        }
        await #expect(throws: failure) { try await store.scrub() }
        #expect(observer.commits == 0)
        #expect(try await store.read { try $0.devices(of: .sample(1)).count } == 1)
        await store.close()
        // Closing must not move a log whose sync has failed into the database.
        #expect(FileManager.default.fileExists(atPath: store.path + "-wal"))
        let reopened = try SQLiteStore.open(path: store.path, role: .relay)
        #expect(try await reopened.read { try $0.devices(of: .sample(1)).count } == 1)
        await reopened.close()
    }

    @Test("Says that the disk is full, undoes all of it, and goes on once there is room", arguments: [false, true])
    func full(bodySwallowsTheError: Bool) async throws {
        try await store.write { try $0.setValue([1], for: "before") }
        try await store.pool.writeWithoutTransaction { database throws in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        let large = [UInt8](repeating: 7, count: 100_000)
        await #expect(throws: StoreError.full) {
            try await store.write { transaction in
                try transaction.setValue([2], for: "before")
                do {
                    try transaction.setValue(large, for: "large")
                } catch {
                    guard bodySwallowsTheError else { throw error }
                }
            }
        }
        #expect(try await store.read { try $0.value("before") } == [1])
        try await store.pool.writeWithoutTransaction { database throws in
            try database.execute(sql: "PRAGMA max_page_count = 1000000")
        }
        try await store.write { try $0.setValue(large, for: "large") }
        #expect(try await store.read { try $0.value("large") } == large)
        await store.close()
    }

    @Test("Closing finishes what was submitted before")
    func closing() async throws {
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 1...50 {
                group.addTask { [store] in
                    do {
                        try await store.write { try $0.insert(Device.sample(number)) }
                        return true
                    } catch StoreError.closed {
                        return false
                    }
                }
            }
            group.addTask { [store] in
                await store.close()
                return false
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        let reopened = try SQLiteStore.open(path: store.path, role: .relay)
        #expect(try await reopened.read { try $0.devices(of: .sample(1)).count } == outcomes)
        await reopened.close()
    }
}

/// Counts commits, and lets one fail like a failing disk.
private final class CommitCounter: TransactionObserver, Sendable {
    private let state = Mutex<(commits: Int, failure: DatabaseError?)>((0, nil))

    var commits: Int { state.withLock(\.commits) }

    func failNext(with error: DatabaseError) {
        state.withLock { $0.failure = error }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidRollback(_ db: Database) {}

    func databaseWillCommit() throws {
        if let failure = state.withLock({ $0.failure.take() }) { throw failure }
    }

    func databaseDidCommit(_ db: Database) {
        state.withLock { $0.commits += 1 }
    }
}

extension DispatchSemaphore {
    /// Waits on a thread that may be blocked.
    fileprivate func signalled() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.wait()
                continuation.resume()
            }
        }
    }
}
