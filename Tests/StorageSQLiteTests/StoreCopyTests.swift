import AlarmCore
import RelayTesting
import Storage
import StorageCopying
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("Copying a store into another")
struct StoreCopyTests {
    private struct Killed: Error {}

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ name: String) throws -> SQLiteStore {
        try SQLiteStore.open(path: folder.path(name), role: .relay)
    }

    private func copy(
        from source: any Store,
        to target: any Store,
        id: UInt8 = 1,
        batch: Int = 10
    ) -> StoreCopy {
        StoreCopy(
            from: .init(source, named: "the source"),
            to: .init(target, named: "the target"),
            id: [UInt8](repeating: id, count: 16),
            batch: batch
        )
    }

    /// The sentence with which a relay would be refused; nil where it would start.
    private func refusal(of store: any Store) async throws -> String? {
        do {
            try await store.read { try $0.refuseCopied() }
            return nil
        } catch StoreError.copied(let why) {
            return why
        }
    }

    /// Fills a source, and begins a copy that is killed in its `count`th transaction on the target.
    private func beginCopy(to target: any Store, killedAt count: Int = 5) async throws -> InMemoryStore {
        let source = InMemoryStore()
        try await fillEveryTable(of: source)
        let interrupted = InterruptedStore(target)
        for _ in 1..<count { interrupted.beforeNextWrite {} }
        interrupted.beforeNextWrite { throw Killed() }
        await #expect(throws: Killed.self) { try await copy(from: source, to: interrupted).run() }
        return source
    }

    @Test("Brings every row to SQLite and from there to memory, in transactions of any size", arguments: [1, 7, 1000])
    func whole(batch: Int) async throws {
        let (first, second, third) = (try open("first"), try open("second"), InMemoryStore())
        try await fillEveryTable(of: first)
        let report = try await copy(from: first, to: second, batch: batch).run()
        #expect(report.isEqual)
        #expect(report.lines.map(\.table) == StoreTable.allCases)
        #expect(report.lines.allSatisfy { $0.target.rows > 0 })
        #expect(report.lines.first { $0.table == .alarms }?.source.rows == 4)
        #expect(try await copy(from: second, to: third, id: 2, batch: batch).run().lines == report.lines)
        await first.close()
        await second.close()
    }

    @Test("One changed value changes its table's checksum, and no other's")
    func checksum() async throws {
        let (first, second) = (InMemoryStore(), InMemoryStore())
        for store in [first, second] { try await fillEveryTable(of: store) }
        #expect(try await CopyReport(of: first, and: second).isEqual)
        try await second.write { try $0.setWake(of: AlarmKey(1), at: .sample + .milliseconds(1)) }
        #expect(try await CopyReport(of: first, and: second).differing == [.wakes])
        try await second.write { try $0.updateProgress(of: AlarmKey(1), to: []) }
        #expect(try await CopyReport(of: first, and: second).differing == [.alarms, .wakes])
    }

    @Test("Goes on where it was killed, before or after any commit", arguments: 1...25, [false, true])
    func resumed(count: Int, isAfter: Bool) async throws {
        let (source, target) = (InMemoryStore(), try open("target"))
        try await fillEveryTable(of: source)
        let interrupted = InterruptedStore(target)
        let interrupt = isAfter ? interrupted.afterNextWrite : interrupted.beforeNextWrite
        for _ in 1..<count { interrupt {} }
        interrupt { throw Killed() }
        // The copy needs more than 25 transactions.
        await #expect(throws: Killed.self) { try await copy(from: source, to: interrupted, batch: 4).run() }
        let before = try await target.read { try $0.copyProgress()?.rows ?? 0 }
        let (told, tell) = AsyncStream.makeStream(of: Int.self)
        let report = try await copy(from: source, to: target, batch: 4).run { tell.yield($0) }
        tell.finish()
        #expect(report.isEqual)
        #expect(await told.first { _ in true } == before)
        await target.close()
    }

    @Test("No relay starts on the target before the copy is complete, nor on the source from its beginning on")
    func marks() async throws {
        let target = InMemoryStore()
        let source = try await beginCopy(to: target)
        #expect(try await refusal(of: target)?.contains("a copy of the source into it is unfinished") == true)
        #expect(try await refusal(of: source)?.contains("it is being copied to the target") == true)
        _ = try await copy(from: source, to: target).run()
        #expect(try await refusal(of: target) == nil)
        #expect(try await refusal(of: source)?.contains("its rows were copied to the target: start the relay") == true)
        #expect(try await target.read { try $0.value(CopyMark.key) } == nil)
        let error = await #expect(throws: CopyError.self) {
            try await copy(from: source, to: InMemoryStore(), id: 2).run()
        }
        #expect(error == .alreadyCopied(source: "the source", target: "the target"))
    }

    @Test("The mark of a source can be taken back, and an unfinished copy of it is then no longer continued")
    func reopened() async throws {
        let target = InMemoryStore()
        let source = try await beginCopy(to: target)
        await #expect(throws: StoreError.self) { try await reopen(target) }
        #expect(try await reopen(source)?.target == "the target")
        #expect(try await refusal(of: source) == nil)
        #expect(try await reopen(source) == nil)
        // The source may have changed since.
        await #expect(throws: CopyError.self) { try await copy(from: source, to: target).run() }
        #expect(try await refusal(of: source) == nil)
        #expect(try await copy(from: source, to: InMemoryStore(), id: 2).run().isEqual)
    }

    @Test("Two targets of one source: only the one that was begun last can be completed")
    func twoTargets() async throws {
        let first = InMemoryStore()
        let source = try await beginCopy(to: first)
        let second = InMemoryStore()
        _ = try await copy(from: source, to: second, id: 2).run()
        await #expect(throws: CopyError.self) { try await copy(from: source, to: first).run() }
        #expect(try await refusal(of: first) != nil)
    }

    @Test("A target with anything in it is refused, and the source stays free")
    func notEmpty() async throws {
        let source = InMemoryStore()
        try await fillEveryTable(of: source)
        let target = InMemoryStore()
        try await target.write { try $0.setValue([1], for: "keyring.lookup") }
        let error = await #expect(throws: CopyError.self) { try await copy(from: source, to: target).run() }
        #expect(error == .notEmpty(database: "the target", what: "values", advice: "name another"))
        #expect(try await refusal(of: source) == nil)
    }

    @Test("A source on which a node lives is refused, and stays free")
    func inUse() async throws {
        let source = InMemoryStore(isShared: true)
        try await source.write {
            try $0.put(RelayNode(id: .sample(1), name: "upstairs", startedAt: .sample, heartbeatAt: .sample))
        }
        let target = InMemoryStore()
        let error = await #expect(throws: CopyError.self) { try await copy(from: source, to: target).run() }
        #expect(error == .inUse(database: "the source", node: "upstairs"))
        #expect(try await refusal(of: source) == nil)
        #expect(try await refusal(of: target) == nil)
    }

    @Test("What the last process had leased is taken back, and can be sent by a relay on the target at once")
    func leases() async throws {
        let (source, target) = (InMemoryStore(), InMemoryStore())
        try await fillEveryTable(of: source)
        let leased = try await source.write {
            try $0.leaseDeliveries(at: .sample, until: .sample + .hours(1), holder: "gone", limit: 3)
        }
        #expect(leased.count == 3)
        _ = try await copy(from: source, to: target).run()
        let again = try await target.write {
            try $0.leaseDeliveries(at: .sample, until: .sample + .hours(1), holder: "next", limit: 99)
        }
        #expect(Set(again.map(\.order.id)).isSuperset(of: leased.map(\.order.id)))
    }

    @Test("A copy that turns out to differ is not given free")
    func differs() async throws {
        let target = InMemoryStore()
        let source = try await beginCopy(to: target, killedAt: 8)
        try await target.write { try $0.setValue([1], for: "somebody wrote this", until: nil) }
        let error = await #expect(throws: CopyError.self) { try await copy(from: source, to: target).run() }
        #expect(error == .differs(tables: ["values"], advice: "name another"))
        #expect(try await refusal(of: target) != nil)
    }

    @Test("Two processes that copy into one target do not mix: one of them ends")
    func overtaken() async throws {
        let target = InMemoryStore()
        let source = try await beginCopy(to: target)
        let interrupted = InterruptedStore(target)
        interrupted.beforeNextWrite {
            await #expect(throws: Killed.self) {
                let other = InterruptedStore(target)
                other.afterNextWrite { throw Killed() }
                _ = try await copy(from: source, to: other).run()
            }
        }
        let error = await #expect(throws: CopyError.self) { try await copy(from: source, to: interrupted).run() }
        #expect(error == .overtaken(target: "the target"))
    }

    @Test("Numbers of changes that were counted for all persons together are carried to each")
    func floor() async throws {
        let (source, target) = (try open("source"), InMemoryStore())
        try await fillEveryTable(of: source)
        // Raises the number that all persons have at least.
        try await source.forgetOneTimeUses(before: .sample)
        #expect(try await copy(from: source, to: target).run().isEqual)
        for person in [1, 2].map(PersonID.sample) {
            let last = try await source.read { try $0.lastChange(of: person) }
            #expect(last > 1_000_000)
            #expect(try await target.read { try $0.lastChange(of: person) } == last)
        }
        await source.close()
    }
}
