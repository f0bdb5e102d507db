import AlarmCore
import Storage

/// A store that answers every question from memory and keeps nothing.
///
/// Behind it the relay does all that it does for a request but the insert: the yardstick for what storing costs.
final class ForgetfulStore: Store {
    private let memory: InMemoryStore

    /// Answers from `memory`, into which others write.
    init(memory: InMemoryStore) {
        self.memory = memory
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> Result) async throws -> Result
    {
        try await memory.read { try body(ForgetfulTransaction($0)) }
    }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any Snapshot) throws -> Result) async throws -> Result {
        try await memory.read(body)
    }

    func scrub() async throws {}

    func close() async { await memory.close() }
}
