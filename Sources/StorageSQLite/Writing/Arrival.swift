#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A flag that one thread waits for, for a time that the monotonic clock measures.
///
/// A `DispatchSemaphore` waits until a time of the wall clock on Linux: where that clock is set back by an hour during a
/// wait of a millisecond, the wait lasts an hour.
///
/// It is safe to share: `mutex` guards `isRaised`, and neither pointer changes before the object ends.
final class Arrival: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isRaised = false

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

    /// Raises the flag, and wakes the thread that waits for it.
    func raise() {
        pthread_mutex_lock(mutex)
        isRaised = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Lowers the flag.
    func lower() {
        pthread_mutex_lock(mutex)
        isRaised = false
        pthread_mutex_unlock(mutex)
    }

    /// Waits until the flag is raised, and lowers it.
    ///
    /// - Parameter longest: the time after which it returns in any case.
    /// - Returns: whether the flag was raised.
    @discardableResult
    func wait(atMost longest: Duration) -> Bool {
        let deadline = Self.deadline(after: longest)
        pthread_mutex_lock(mutex)
        defer {
            isRaised = false
            pthread_mutex_unlock(mutex)
        }
        while !isRaised {
            var until = deadline
            // Anything but a wake-up, whether or not it was meant for this thread, ends the wait.
            guard pthread_cond_timedwait(condition, mutex, &until) == 0 else { return isRaised }
        }
        return true
    }

    private static func deadline(after span: Duration) -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let (seconds, attoseconds) = span.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
            tv_nsec: nanoseconds % 1_000_000_000
        )
    }
}
