internal import Storage
internal import Synchronization

/// Passes on what becomes of commits, to whoever wants to know.
final class CommitWatch: Sendable {
    private let observer = Mutex<(any CommitObserver)?>(nil)

    /// Tells `observer` from now on.
    func tell(_ observer: any CommitObserver) {
        self.observer.withLock { $0 = observer }
    }

    /// So many writes share a commit that began at `start` and is durable now.
    func committed(_ writes: Int, since start: ContinuousClock.Instant) {
        observer.withLock { $0 }?.committed(writes: writes, in: .now - start)
    }

    /// A commit came to nothing.
    func failed() {
        observer.withLock { $0 }?.commitFailed()
    }
}
