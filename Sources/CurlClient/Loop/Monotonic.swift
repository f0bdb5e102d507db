internal import Glibc

/// Milliseconds of the clock that never steps; for timeouts only.
enum Monotonic {
    /// The present moment.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// A duration in whole milliseconds, rounded up, between 1 and about 24 days: what a 32-bit `long` can hold.
    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds >= 0 else { return 1 }
        return max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
