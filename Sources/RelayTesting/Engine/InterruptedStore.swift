package import Storage
import Synchronization

/// A store that lets a test act between two of the engine's steps, or make one fail.
package final class InterruptedStore: Store {
    package typealias Interruption = @Sendable () async throws -> Void

    private struct State {
        var beforeReads: [Interruption] = []
        var afterReads: [Interruption] = []
        var beforeWrites: [Interruption] = []
        var afterWrites: [Interruption] = []
        var failures: [StoreError] = []
    }

    private let base: any Store
    private let state = Mutex(State())

    package init(_ base: any Store = freshStore()) {
        self.base = base
    }

    package var isShared: Bool { base.isShared }

    /// Runs `interruption` before the next read starts.
    package func beforeNextRead(_ interruption: @escaping Interruption) {
        state.withLock { $0.beforeReads.append(interruption) }
    }

    /// Runs `interruption` after the next read, before its caller gets the result.
    package func afterNextRead(_ interruption: @escaping Interruption) {
        state.withLock { $0.afterReads.append(interruption) }
    }

    /// Runs `interruption` before the next write starts, while its caller waits for its turn.
    package func beforeNextWrite(_ interruption: @escaping Interruption) {
        state.withLock { $0.beforeWrites.append(interruption) }
    }

    /// Runs `interruption` after the next write has been committed, before its caller learns so.
    package func afterNextWrite(_ interruption: @escaping Interruption) {
        state.withLock { $0.afterWrites.append(interruption) }
    }

    /// Makes the next writes fail, one for each error, with nothing stored.
    package func failNextWrites(_ errors: StoreError...) {
        state.withLock { $0.failures += errors }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        let before = state.withLock { $0.beforeWrites.isEmpty ? nil : $0.beforeWrites.removeFirst() }
        try await before?()
        let (failure, after) = state.withLock { state -> (StoreError?, Interruption?) in
            if !state.failures.isEmpty { return (state.failures.removeFirst(), nil) }
            return (nil, state.afterWrites.isEmpty ? nil : state.afterWrites.removeFirst())
        }
        if let failure { throw failure }
        let result = try await base.write(body)
        try await after?()
        return result
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        let (before, after) = state.withLock { state -> (Interruption?, Interruption?) in
            let before = state.beforeReads.isEmpty ? nil : state.beforeReads.removeFirst()
            return (before, state.afterReads.isEmpty ? nil : state.afterReads.removeFirst())
        }
        try await before?()
        let result = try await base.read(body)
        try await after?()
        return result
    }

    package func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {
        base.announce(messages, by: sender)
    }

    package func observeMessages(_ observer: any NodeMessageObserver) { base.observeMessages(observer) }

    package func scrub() async throws { try await base.scrub() }

    package func close() async { await base.close() }
}
