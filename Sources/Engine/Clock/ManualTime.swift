package import AlarmCore
import Synchronization

/// A time that stands still until it is set, and the tasks that sleep by it.
///
/// Every simulated clock is made of it: the test clock, the relay's clock in a simulation, and that of virtual phones.
package final class ManualTime: Sendable {
    private struct Sleeper {
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
        var watchers: [CheckedContinuation<Void, Never>] = []

        var earliest: Instant? { sleepers.values.map(\.end).min() }
    }

    private let state: Mutex<State>
    private let earliestDidChange: @Sendable () -> Void

    /// Creates a time that shows `now`.
    ///
    /// `earliestDidChange` is called whenever ``earliest`` changes, from any thread; it must return at once.
    package init(at now: Instant, earliestDidChange: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(now: now))
        self.earliestDidChange = earliestDidChange
    }

    /// The time shown.
    package var now: Instant { state.withLock(\.now) }
    /// The earliest time at which a sleeping task wants to wake; nil when none sleeps.
    package var earliest: Instant? { state.withLock(\.earliest) }

    /// Returns once the time shows `instant` or later; throws `CancellationError` when the task is cancelled.
    package func sleep(until instant: Instant) async throws {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                begin(Sleeper(end: instant, continuation: continuation), number: number)
            }
        } onCancel: {
            end(number)
        }
    }

    /// Shows another time, also an earlier one, without waking anyone.
    package func show(_ instant: Instant) {
        state.withLock { $0.now = instant }
    }

    /// Wakes every task whose time has come, the earliest first.
    package func wakeDue() {
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.end <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.end < $1.end }
        }
        guard !due.isEmpty else { return }
        earliestDidChange()
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Shows another time and wakes every task whose time has come.
    package func set(to instant: Instant) {
        show(instant)
        wakeDue()
    }

    /// Returns once a task sleeps.
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

    private func begin(_ sleeper: Sleeper, number: Int) {
        enum SleepDecision { case over, cancelled, asleep(isEarliest: Bool) }
        let (verdict, watchers) = state.withLock { state -> (SleepDecision, [CheckedContinuation<Void, Never>]) in
            if Task.isCancelled { return (.cancelled, []) }
            if sleeper.end <= state.now { return (.over, []) }
            let isEarliest = state.earliest.map { sleeper.end < $0 } ?? true
            state.sleepers[number] = sleeper
            defer { state.watchers = [] }
            return (.asleep(isEarliest: isEarliest), state.watchers)
        }
        for watcher in watchers { watcher.resume() }
        switch verdict {
        case .over: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .asleep(let isEarliest): if isEarliest { earliestDidChange() }
        }
    }

    /// Ends one sleep before its time.
    private func end(_ number: Int) {
        let (sleeper, didChange) = state.withLock { state -> (Sleeper?, Bool) in
            let before = state.earliest
            let sleeper = state.sleepers.removeValue(forKey: number)
            return (sleeper, state.earliest != before)
        }
        if didChange { earliestDidChange() }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
