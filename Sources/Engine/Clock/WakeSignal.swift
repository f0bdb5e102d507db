package import AlarmCore
import Synchronization

/// Wakes one waiting loop early: something came up before the time until which it meant to sleep.
///
/// A ring while nobody waits is kept, so that none is lost between a loop's last look and its sleep.
package final class Bell: Sendable {
    private struct State {
        var hasRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the waiting loop, or the next one that waits.
    package func ring() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.hasRung = true
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when the bell rings, at `instant` (nil for never), or when the task is cancelled, whichever comes first.
    package func wait(until instant: Instant?, by clock: some RelayClock) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForRing() }
            if let instant {
                group.addTask { try? await clock.sleep(until: instant) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForRing() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    if state.hasRung || Task.isCancelled {
                        state.hasRung = false
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
