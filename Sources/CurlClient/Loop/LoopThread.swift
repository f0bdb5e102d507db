internal import Glibc
internal import Synchronization

/// A dedicated thread for work that blocks in C.
final class LoopThread: Sendable {
    private struct State {
        var hasEnded = false
        var isJoined = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let thread: Mutex<pthread_t?>

    /// Starts a thread that runs `body` once.
    init(_ body: @escaping @Sendable () -> Void) throws(CurlError) {
        state = Mutex(State())
        thread = Mutex(nil)
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
            throw .exhausted("pthread_create: \(String(cString: strerror(result)))")
        }
        thread.withLock { $0 = made }
    }

    /// Waits for the thread to end and joins it.
    func join() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        // The thread has only its return left to do.
        let joinable = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let joinable { pthread_join(joinable, nil) }
    }

    /// Detaches the thread, which ends by itself.
    func detach() {
        let detachable = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let detachable { pthread_detach(detachable) }
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
        let thread: LoopThread

        init(body: @escaping @Sendable () -> Void, thread: LoopThread) {
            self.body = body
            self.thread = thread
        }
    }
}
