package import AlarmCore
import Synchronization

/// A store that keeps its rows in memory: for tests, for simulation, and for a relay that need not keep its data.
///
/// A write runs under a lock, on the tables themselves, and never suspends, so that a simulation in one thread stays
/// deterministic. It is as atomic as on a disk: a body that throws is undone row by row, whatever the tables' size.
package final class InMemoryStore: Store {
    private struct State {
        var tables = Tables()
        var isClosed = false
    }

    private struct Observer {
        weak var value: (any NodeMessageObserver)?
    }

    private let state = Mutex(State())
    private let observers = Mutex<[Observer]>([])
    package let isShared: Bool
    private let ownTime: (@Sendable () -> Instant)?

    /// Makes an empty store; one that is shared takes several nodes of the same process, as a simulation has them.
    ///
    /// With `ownTime` it has a clock of its own, as a database on another machine has.
    package init(isShared: Bool = false, ownTime: (@Sendable () -> Instant)? = nil) {
        self.isShared = isShared
        self.ownTime = ownTime
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try state.withLock { state in
            guard !state.isClosed else { throw StoreError.closed }
            // The tables are moved into the transaction: a second reference would copy them on the first change. An
            // empty value is left behind, so that a transaction kept beyond its return sees and changes nothing of the
            // store.
            let transaction = MemoryTransaction(exchange(&state.tables, with: Tables()), ownTime)
            defer { state.tables = exchange(&transaction.tables, with: Tables()) }
            do {
                return try body(transaction)
            } catch {
                transaction.undo()
                throw error
            }
        }
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try state.withLock { state in
            guard !state.isClosed else { throw StoreError.closed }
            return try body(MemorySnapshot(state.tables, ownTime))
        }
    }

    /// Passes messages to every other node of a shared store, before it returns.
    package func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {
        guard isShared else { return }
        let others = observers.withLock { $0.compactMap(\.value) }.filter { $0 !== sender }
        for observer in others { observer.receive(messages) }
    }

    package func observeMessages(_ observer: any NodeMessageObserver) {
        guard isShared else { return }
        observers.withLock { observers in
            observers.removeAll { $0.value == nil }
            observers.append(Observer(value: observer))
        }
    }

    package func scrub() async throws {
        try state.withLock { state in
            guard !state.isClosed else { throw StoreError.closed }
        }
    }

    package func close() async {
        state.withLock { $0.isClosed = true }
    }
}

/// Puts `new` into `place` and returns what was there.
private func exchange<Value>(_ place: inout Value, with new: consuming Value) -> Value {
    let old = place
    place = new
    return old
}
