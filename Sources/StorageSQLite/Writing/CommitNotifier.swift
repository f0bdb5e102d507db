internal import Storage
internal import Synchronization

/// Reports commits to an observer.
final class CommitNotifier: Sendable {
    private let observer = Mutex<(any CommitObserver)?>(nil)

    /// Sets the observer.
    func tell(_ observer: any CommitObserver) {
        self.observer.withLock { $0 = observer }
    }

    /// Reports a durable commit of `writes` writes that began at `start`.
    func committed(_ writes: Int, since start: ContinuousClock.Instant) {
        observer.withLock { $0 }?.committed(writes: writes, in: .now - start)
    }

    /// Reports a failed commit.
    func failed() {
        observer.withLock { $0 }?.commitFailed()
    }
}
