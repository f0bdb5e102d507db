import Storage
import Synchronization

/// A store whose writes wait while it is held; it outlives the relay that closes it.
final class HeldStore: Store {
    private struct Gate {
        var isHeld = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    let base: any Store
    private let gate = Mutex(Gate())

    init(_ base: any Store = InMemoryStore()) {
        self.base = base
    }

    /// Holds every write from now on.
    func hold() {
        gate.withLock { $0.isHeld = true }
    }

    /// Lets all that was held go on, and holds nothing more.
    func release() {
        let waiting = gate.withLock { gate in
            gate.isHeld = false
            defer { gate.waiting = [:] }
            return gate.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    var isShared: Bool { base.isShared }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await pass()
        return try await base.write(body)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read(body)
    }

    func scrub() async throws { try await base.scrub() }

    func close() async {}

    /// Waits while the store is held; a task that is cancelled writes nothing.
    private func pass() async throws {
        let number = gate.withLock { gate in
            gate.next += 1
            return gate.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = gate.withLock { gate in
                    guard gate.isHeld, !Task.isCancelled else { return false }
                    gate.waiting[number] = continuation
                    return true
                }
                if !isHeld { continuation.resume() }
            }
        } onCancel: {
            gate.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
        try Task.checkCancellation()
    }
}
