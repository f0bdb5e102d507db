internal import Glibc
internal import Synchronization

/// A thread for work that blocks in C, joined when it has ended.
final class OwnedThread: Sendable {
    private struct State {
        var hasEnded = false
        var thread: pthread_t?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Starts a thread that runs `body` once; nil when the system has none.
    init?(_ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(body: body, thread: self))
        var made = pthread_t()
        let result = pthread_create(
            &made,
            nil,
            { context in
                // The context was retained for this call only.
                guard let context else { return nil }
                let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                start.body()
                start.thread.end()
                return nil
            },
            start.toOpaque()
        )
        guard result == 0 else {
            start.release()
            return nil
        }
        state.withLock { [made] in $0.thread = made }
    }

    /// Waits for the thread to end.
    func join() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        // The thread has only its return left to do.
        let thread = state.withLock { state in
            defer { state.thread = nil }
            return state.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    private func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void
        let thread: OwnedThread

        init(body: @escaping @Sendable () -> Void, thread: OwnedThread) {
            self.body = body
            self.thread = thread
        }
    }
}
