internal import Glibc

/// What waits for threads that take it, in the order in which it came.
///
/// It is safe to share: `mutex` guards the rest.
final class WorkQueue<Work: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Work] = []
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Adds work; returns false, without adding it, once the queue is closed.
    func add(_ work: Work) -> Bool {
        withLock {
            guard !isClosed else { return false }
            waiting.append(work)
            // All of them: one that only rests would keep the signal to itself.
            pthread_cond_broadcast(condition)
            return true
        }
    }

    /// Waits for work, and takes up to `limit` pieces; none once the queue is closed and empty.
    func next(upTo limit: Int) -> [Work] {
        withLock {
            while waiting.isEmpty, !isClosed { pthread_cond_wait(condition, mutex) }
            let taken = Array(waiting.prefix(limit))
            waiting.removeFirst(taken.count)
            // Whoever else waits may go on with the rest.
            if !waiting.isEmpty { pthread_cond_signal(condition) }
            return taken
        }
    }

    /// Takes no more work; what waits is still handed out.
    func close() {
        withLock {
            isClosed = true
            pthread_cond_broadcast(condition)
        }
    }

    /// Waits for a time, or until the queue is closed; returns whether it is.
    func rest(for time: Duration) -> Bool {
        var until = timespec()
        clock_gettime(CLOCK_MONOTONIC, &until)
        let nanoseconds = until.tv_nsec + Int(time / .nanoseconds(1))
        until.tv_sec += nanoseconds / 1_000_000_000
        until.tv_nsec = nanoseconds % 1_000_000_000
        return withLock {
            while !isClosed {
                guard pthread_cond_timedwait(condition, mutex, &until) == 0 else { break }
                // A signal was for work that came; it is looked for after the rest.
            }
            return isClosed
        }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
