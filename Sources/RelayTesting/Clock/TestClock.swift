package import AlarmCore
import Engine
import Synchronization

/// A clock that stands still until a test turns it.
package final class TestClock: RelayClock {
    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Makes a clock that shows `now`: 2027-01-15T08:00:00Z unless told otherwise.
    package init(at now: Instant = Instant(seconds: 1_800_000_000)) {
        state = Mutex(State(now: now))
    }

    package func now() -> Instant {
        state.withLock { $0.now }
    }

    package func sleep(until instant: Instant) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (verdict, watchers) = state.withLock {
                    state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if instant <= state.now { return (.success(()), []) }
                    state.sleepers[number] = Sleeper(end: instant, continuation: continuation)
                    defer { state.watchers = [] }
                    return (nil, state.watchers)
                }
                for watcher in watchers { watcher.resume() }
                if let verdict { continuation.resume(with: verdict) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
                throwing: CancellationError()
            )
        }
    }

    /// Sets the clock, backwards too, and wakes every sleeper whose time has come.
    package func set(to instant: Instant) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = instant
            let due = state.sleepers.filter { $0.value.end <= instant }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.end < $1.end }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Turns the clock by `span`.
    package func advance(by span: Span) {
        set(to: now() + span)
    }

    /// Runs `body` while the clock turns by itself, a millisecond at a time, so that what waits on it comes to an end.
    package func running<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        let turning = Task {
            while !Task.isCancelled {
                advance(by: .milliseconds(1))
                await Task.yield()
            }
        }
        defer { turning.cancel() }
        return try await body()
    }

    /// Returns once somebody sleeps on this clock.
    package func somebodySleeps() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.sleepers.isEmpty else { return true }
                state.watchers.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
