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
        let (store, clock) = (InterruptedStore(), TestClock())
        store.failNextWrites(.full, .locked(path: "reveille.db"), error)
        await #expect(throws: error) {
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
    }

    @Test("Connections leave room for the database and the gateways", arguments: [0, 1, 64, 1024, .max])
    func connections(limit: Int) {
        let share = OpenFiles.share(of: limit)
        #expect(share >= 1)
        #expect(share < max(limit, 2))
        #expect(limit < 256 || limit - share >= 96)
    }
}
