import RelayTesting
import Storage
import Synchronization
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("An observer of a SQLite store's commits", .timeLimit(.minutes(10)))
struct CommitNotifierTests {
    /// Records the notifications.
    private final class Witness: CommitObserver {
        private let state = Mutex((sizes: [Int](), failures: 0))

        var sizes: [Int] { state.withLock { $0.sizes } }
        var failures: Int { state.withLock { $0.failures } }

        func committed(writes: Int, in duration: Duration) {
            state.withLock { $0.sizes.append(duration > .zero ? writes : -1) }
        }

        func commitFailed() {
            state.withLock { $0.failures += 1 }
        }
    }

    private func with(_ body: (SQLiteStore, Witness) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(path: folder.path("relay.sqlite"), role: .relay)
        let witness = Witness()
        store.observeCommits(witness)
        try await body(store, witness)
        await store.close()
    }

    @Test("Is told how many writes shared each, and of none that changed nothing")
    func sizes() async throws {
        try await with { store, witness in
            try await store.write { _ in }
            try await store.write { try $0.setValue([1], for: "a") }
            #expect(witness.sizes == [1])
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<200 {
                    group.addTask { try await store.write { try $0.setValue([1], for: "\(number)") } }
                }
            }
            #expect(witness.sizes.reduce(0, +) == 201)
            #expect(witness.sizes.allSatisfy { $0 > 0 })
            #expect(witness.failures == 0)
        }
    }

    @Test("Is not told of a body that threw as of a commit that failed")
    func refusal() async throws {
        try await with { store, witness in
            try await store.write { try $0.setValue([1], for: "a") }
            do {
                try await store.write { transaction in
                    try transaction.setValue([2], for: "a")
                    throw StoreError.missing("nothing")
                }
                Issue.record("it was taken")
            } catch StoreError.missing {}
            #expect(witness.failures == 0)
            #expect(try await store.read { try $0.value("a") } == [1])
        }
    }
}
