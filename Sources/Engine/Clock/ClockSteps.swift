import CTimer
import Dispatch
import Synchronization

/// Reports at once when the computer's wall clock is set, and when the computer wakes up.
///
/// It uses a `timerfd` that is cancelled on such an event (`TFD_TIMER_CANCEL_ON_SET`, timerfd_create(2)). Other systems
/// than Linux do not report steps, so a task that sleeps until a wall-clock time has to read the clock now and then. It
/// does so on Linux too, for clocks that are changed without the kernel's knowledge.
package final class ClockSteps: Sendable {
    private struct State {
        var count = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// The instance of this process.
    package static let system = ClockSteps(watching: true)

    private let state = Mutex(State())

    /// Creates an instance that learns of steps only by ``noticed()``.
    package convenience init() {
        self.init(watching: false)
    }

    private init(watching: Bool) {
        if watching { watch() }
    }

    /// The number of steps so far.
    package var count: Int { state.withLock { $0.count } }

    /// Wakes every waiting task, since the clock was set.
    package func noticed() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once there have been more than `count` steps, or when the task is cancelled.
    package func step(after count: Int) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > count || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    /// Listens to the kernel for as long as the process lives; where that fails, steps are not reported.
    private func watch() {
        let timer = reveille_timer_open()
        guard timer >= 0, reveille_timer_await_step(timer) == 0 else { return }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: timer,
            queue: DispatchQueue(label: "reveille.clock-steps", qos: .userInteractive)
        )
        source.setEventHandler { [self] in
            // The handler keeps the source alive until the process ends.
            withExtendedLifetime(source) {
                reveille_timer_take(timer)
                _ = reveille_timer_await_step(timer)
                noticed()
            }
        }
        source.activate()
    }
}
