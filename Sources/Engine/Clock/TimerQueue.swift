import AlarmCore
import Dispatch
import Synchronization

/// Sleeps that end on time however busy the threads of other tasks are.
///
/// `Task.sleep` resumes by way of the shared threads of Swift's tasks: where requests keep these busy, an alarm's loop
/// would oversleep. These timers belong to a queue whose thread does nothing else, and then resume the task where it
/// prefers to run.
enum TimerQueue {
    private static let queue = DispatchQueue(label: "reveille.timers", qos: .userInteractive)

    /// Returns after `span`, or as soon as the task is cancelled.
    static func sleep(for span: Span) async {
        guard span > .zero else { return }
        let sleep = PendingSleep()
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleep.begin($0, for: span, on: queue) }
        } onCancel: {
            sleep.end()
        }
    }
}

/// One sleep, which its timer or a cancellation ends, whichever comes first.
private final class PendingSleep: Sendable {
    private struct State {
        var isOver = false
        var continuation: CheckedContinuation<Void, Never>?
        /// Cancels the timer.
        var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<Void, Never>, for span: Span, on queue: DispatchQueue) {
        // Dispatch's sources may be used by any thread; its module does not say so on Linux.
        nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        unsafe timer.schedule(deadline: .now() + .milliseconds(Int(span.milliseconds)), leeway: .nanoseconds(0))
        unsafe timer.setEventHandler { self.end() }
        let isOver = state.withLock { state -> Bool in
            guard !state.isOver else { return true }
            state.continuation = continuation
            state.stop = { unsafe timer.cancel() }
            return false
        }
        // A source has to be activated before it is released.
        unsafe timer.activate()
        if isOver {
            unsafe timer.cancel()
            continuation.resume()
        }
    }

    func end() {
        let (continuation, stop) = state.withLock { state in
            state.isOver = true
            defer { (state.continuation, state.stop) = (nil, nil) }
            return (state.continuation, state.stop)
        }
        stop?()
        continuation?.resume()
    }
}
