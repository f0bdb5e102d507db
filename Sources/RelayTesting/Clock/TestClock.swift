package import AlarmCore
import Engine
import VirtualTime

/// A clock that stands still until a test turns it.
package final class TestClock: RelayClock {
    private let time: ManualTime

    /// Makes a clock that shows `now`: 2027-01-15T08:00:00Z unless told otherwise.
    package init(at now: Instant = Instant(seconds: 1_800_000_000)) {
        time = ManualTime(at: now)
    }

    package func now() -> Instant { time.now }

    package func sleep(until instant: Instant) async throws {
        try await time.sleep(until: instant)
    }

    /// Sets the clock, backwards too, and wakes every sleeper whose time has come.
    package func set(to instant: Instant) {
        time.set(to: instant)
    }

    /// Turns the clock by `span`.
    package func advance(by span: Span) {
        set(to: now() + span)
    }

    /// Runs `body` while the clock turns by itself as long as somebody sleeps by it, a millisecond at a time, so that what
    /// waits on it comes to an end.
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

    /// Returns once somebody sleeps on this clock.
    package func somebodySleeps() async {
        await time.somebodySleeps()
    }
}
