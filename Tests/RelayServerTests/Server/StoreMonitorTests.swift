import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import RelayServer

@Suite("Watching the store", .timeLimit(.minutes(10)))
struct StoreMonitorTests {
    @Test(
        "A store that accepts nothing any more ends the relay, with the store's error",
        arguments: [StoreError.failed("disk I/O error"), .corrupt(path: "reveille.db", detail: "malformed")]
    )
    func final(error: StoreError) async {
        let store = InterruptedStore()
        store.failNextWrites(.full, .locked(path: "reveille.db"), error)
        await #expect(throws: error) { try await watch(store) }
    }

    @Test("A shared database that was copied to another while the relay was stopped ends it")
    func copied() async throws {
        let store = InMemoryStore(isShared: true)
        try await store.write { try $0.setCopyMark(CopyMark(copy: [1], target: "elsewhere", isComplete: true)) }
        let error = await #expect(throws: StoreError.self) { try await watch(store) }
        #expect(try #require(error).description.contains("its rows were copied to elsewhere"))
    }

    /// Watches a store until the watch ends, in no time.
    private func watch(_ store: any Store) async throws {
        let clock = TestClock()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await StoreMonitor(store: store, clock: clock).run() }
            group.addTask {
                while !Task.isCancelled {
                    clock.advance(by: StoreMonitor.pause)
                    await Task.yield()
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    @Test("Connections leave room for the database and the gateways", arguments: [0, 1, 64, 1024, .max])
    func connections(limit: Int) {
        let share = OpenFiles.share(of: limit)
        #expect(share >= 1)
        #expect(share < max(limit, 2))
        #expect(limit < 256 || limit - share >= 96)
    }
}
