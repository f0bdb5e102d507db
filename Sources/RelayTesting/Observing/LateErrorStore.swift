package import Storage

/// A store in memory that queues a body's writes, as one across a network would, and makes them at its next query or at
/// its end.
///
/// A write that is refused is found out only then. From then on every query of the body, and its commit, throw the
/// refusal, even if the body has caught it.
package final class LateErrorStore: Store {
    private let base = InMemoryStore()

    /// Makes an empty store.
    package init() {}

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await base.write { transaction in
            let queue = WriteQueue()
            let result = try body(ObservedTransaction(transaction, by: queue))
            try queue.willCommit()
            return result
        }
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read { try body(ObservedSnapshot($0, by: WriteQueue())) }
    }

    package func scrub() async throws { try await base.scrub() }

    package func close() async { await base.close() }
}

/// The writes of one body that were not made yet.
private final class WriteQueue: TransactionObserver {
    private var writes: [() throws -> Void] = []
    private var refusal: (any Error)?

    private func flush() {
        guard refusal == nil else { return writes.removeAll() }
        let due = writes
        writes.removeAll()
        do {
            for write in due { try write() }
        } catch {
            refusal = error
        }
    }

    func willCommit() throws {
        flush()
        if let refusal { throw refusal }
    }

    func willRead(_ row: Prefetch?, _ name: String) throws { try willCommit() }

    func didRead(_ rows: [Prefetch]) {}

    func prefetch(_ rows: [Prefetch], _ read: (Prefetch) throws -> [Prefetch]) throws { try willCommit() }

    func write(_ effect: WriteEffect, _ write: @escaping () throws -> Void) { writes.append(write) }

    func number<Row>(_ effect: (Row) -> WriteEffect, _ write: () throws -> Row, orElse substitute: () -> Row) -> Row {
        flush()
        guard refusal == nil else { return substitute() }
        do {
            return try write()
        } catch {
            refusal = error
            return substitute()
        }
    }

    func forgetAll() {}
}
