import CTimer
import Dispatch
import Synchronization

/// Tells at once when somebody, or something, sets the computer's wall clock; and when the computer wakes up.
///
/// By a `timerfd` that is cancelled on such an event (`TFD_TIMER_CANCEL_ON_SET`, timerfd_create(2)). Elsewhere than on
/// Linux nobody tells: whoever sleeps until a wall-clock time has to look at the clock now and then, and does so here too,
/// for clocks that are bent without the kernel's knowing.
package final class ClockSteps: Sendable {
    private struct State {
        var count = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// The one of this process.
    package static let system = ClockSteps(watching: true)

    private let state = Mutex(State())

    /// Makes one that hears of steps by ``noticed()`` alone.
    package convenience init() {
        self.init(watching: false)
    }

    private init(watching: Bool) {
        if watching { watch() }
    }

    /// How many steps there have been.
    package var count: Int { state.withLock { $0.count } }

    /// Wakes whoever waits: the clock was set.
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

    /// Listens to the kernel for as long as the process lives; where that cannot be, nobody is told.
    private func watch() {
        let timer = reveille_timer_open()
        guard timer >= 0, reveille_timer_await_step(timer) == 0 else { return }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: timer,
            queue: DispatchQueue(label: "reveille.clock-steps", qos: .userInteractive)
        )
        source.setEventHandler { [self] in
            // The handler keeps the source: it ends with the process.
            withExtendedLifetime(source) {
                reveille_timer_take(timer)
                _ = reveille_timer_await_step(timer)
                noticed()
            }
        }
        source.activate()
    }
}
