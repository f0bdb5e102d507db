package import AlarmCore
import Engine

/// A clock that stands still until a test sets it.
package final class TestClock: RelayClock {
    private let time: ManualTime

    /// Creates a clock that shows `now`; 2027-01-15T08:00:00Z by default.
    package init(at now: Instant = Instant(seconds: 1_800_000_000)) {
        time = ManualTime(at: now)
    }

    package func now() -> Instant { time.now }

    package func sleep(until instant: Instant) async throws {
        try await time.sleep(until: instant)
    }

    /// Sets the clock, even backwards, and wakes every sleeper that is due.
    package func set(to instant: Instant) {
        time.set(to: instant)
    }

    /// Advances the clock by `span`.
    package func advance(by span: Span) {
        set(to: now() + span)
    }

    /// Runs `body` while the clock advances by itself as long as somebody sleeps by it, a millisecond at a time, so
    /// that waits in `body` end.
    package func running<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        let turning = Task {
            while !Task.isCancelled {
                if time.earliest != nil { advance(by: .milliseconds(1)) }
                await Task.yield()
            }
        }
        defer { turning.cancel() }
        return try await body()
    }

    /// Returns once somebody sleeps by this clock.
    package func somebodySleeps() async {
        await time.somebodySleeps()
    }
}
