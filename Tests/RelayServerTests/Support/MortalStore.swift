import Storage
import Synchronization

/// The error by which an operation learns that its process was killed.
struct Killed: Error {}

/// The steps that a process has left.
///
/// Each write to the store or the keyring's file takes two, one before and one after it.
final class Lifetime: Sendable {
    private let steps: Mutex<Int>

    init(steps: Int) {
        self.steps = Mutex(steps)
    }

    /// Takes a step; throws ``Killed`` when none is left.
    func step() throws {
        try steps.withLock { left in
            guard left > 0 else { throw Killed() }
            left -= 1
        }
    }

    /// Runs `body`, one write, and may be killed before it, with nothing written, or after it, with the result lost.
    func around<Result>(_ body: () async throws -> Result) async throws -> Result {
        try step()
        let result = try await body()
        try step()
        return result
    }
}

/// A store whose process may be killed just before and just after each write.
struct MortalStore: Store {
    let base: any Store
    let ttl: Lifetime

    var isShared: Bool { base.isShared }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await ttl.around { try await base.write(body) }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read(body)
    }

    func scrub() async throws {
        try await ttl.around { try await base.scrub() }
    }

    func close() async {}
}
