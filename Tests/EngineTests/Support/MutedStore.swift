import AlarmCore
import Storage

/// A shared store of which every message between nodes is lost.
struct MutedStore: Store {
    let base: any Store

    var isShared: Bool { base.isShared }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await base.write(body)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read(body)
    }

    func scrub() async throws { try await base.scrub() }

    func close() async { await base.close() }
}
