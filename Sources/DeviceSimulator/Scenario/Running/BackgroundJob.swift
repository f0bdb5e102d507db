import Synchronization

/// Something that somebody does while time goes on, such as a phone that asks a relay which does not answer.
final class Errand: Sendable {
    private let outcome = Mutex<Result<Void, any Error>?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Whether it has come to its end.
    var hasEnded: Bool { outcome.withLock { $0 != nil } }

    /// Begins to do `body`.
    init(_ body: @escaping @Sendable () async throws -> Void) {
        let running = Task { [weak self] in
            do {
                try await body()
                self?.end(.success(()))
            } catch {
                self?.end(.failure(error))
            }
        }
        task.withLock { $0 = running }
    }

    /// Throws what it failed with, if it did.
    func check() throws {
        try outcome.withLock { $0 }?.get()
    }

    /// Gives it up.
    func cancel() {
        task.withLock { $0 }?.cancel()
    }

    private func end(_ result: Result<Void, any Error>) {
        outcome.withLock { $0 = result }
    }
}
