package import AlarmCore
import Synchronization

/// A phone's own clock: the right time and its error.
package final class SkewedClock: Sendable {
    /// The right time, and how to wait for it.
    package let truth: PhoneClock
    private let state: Mutex<Span>

    package init(_ truth: PhoneClock, error: Span) {
        self.truth = truth
        state = Mutex(error)
    }

    /// By how much it is ahead of the right time.
    package var error: Span {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// What it shows.
    package var now: Instant { truth.now() + error }

    /// Waits until it shows `time`, as long as it goes on as it goes now.
    package func sleep(until time: Instant) async throws {
        try await truth.sleep(time - error)
    }
}
