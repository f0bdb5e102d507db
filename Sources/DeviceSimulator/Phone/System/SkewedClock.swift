package import AlarmCore
import Synchronization

/// A phone's own clock: the right time plus an error.
package final class SkewedClock: Sendable {
    /// Source of the right time.
    package let truth: PhoneClock
    private let state: Mutex<Span>

    package init(_ truth: PhoneClock, error: Span) {
        self.truth = truth
        state = Mutex(error)
    }

    /// How far the clock is ahead of the right time; negative for behind.
    package var error: Span {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Present reading of the clock.
    package var now: Instant { truth.now() + error }

    /// Waits until the clock shows `time`, assuming that its error stays the same.
    package func sleep(until time: Instant) async throws {
        try await truth.sleep(time - error)
    }
}
