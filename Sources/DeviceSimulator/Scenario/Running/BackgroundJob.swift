import Synchronization

/// An action that continues while time passes, such as a phone's request to a relay that does not answer.
final class BackgroundJob: Sendable {
    private let outcome = Mutex<Result<Void, any Error>?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Whether the action has ended.
    var hasEnded: Bool { outcome.withLock { $0 != nil } }

    /// Starts `body`.
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

    /// Throws the action's error, if it failed.
    func check() throws {
        try outcome.withLock { $0 }?.get()
    }

    /// Cancels the action.
    func cancel() {
        task.withLock { $0 }?.cancel()
    }

    private func end(_ result: Result<Void, any Error>) {
        outcome.withLock { $0 = result }
    }
}
