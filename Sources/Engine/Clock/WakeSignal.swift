package import AlarmCore
import Synchronization

/// A signal that wakes one waiting loop before the time until which it meant to sleep.
///
/// A signal raised while nobody waits is kept, so that none is lost between a loop's last check and its sleep.
package final class WakeSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the waiting loop, or the next one that waits.
    package func raise() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.isRaised = true
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when the signal is raised, at `instant` (nil for never), or when the task is cancelled.
    ///
    /// It also returns after `longest`, however the clock is set meanwhile: one that is set back moves `instant` away.
    package func wait(until instant: Instant?, atMost longest: Span? = nil, by clock: some RelayClock) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForSignal() }
            if let instant {
                group.addTask { try? await clock.sleep(until: instant) }
            }
            if let longest {
                group.addTask { try? await clock.pause(for: longest) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForSignal() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    if state.isRaised || Task.isCancelled {
                        state.isRaised = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state.waiter = nil }
                return state.waiter
            }?.resume()
        }
    }
}
