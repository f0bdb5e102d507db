import AlarmCore
import Storage

/// A store that answers every read from memory and stores nothing.
///
/// With it the relay does everything for a request except the insert: the reference for the cost of storing.
final class NullStore: Store {
    private let memory: InMemoryStore

    /// Creates a store that reads from `memory`, into which others write.
    init(memory: InMemoryStore) {
        self.memory = memory
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> Result) async throws -> Result
    {
        try await memory.read { try body(NullTransaction($0)) }
    }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any Snapshot) throws -> Result) async throws -> Result {
        try await memory.read(body)
    }

    func scrub() async throws {}

    func close() async { await memory.close() }
}
