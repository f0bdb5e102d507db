internal import Glibc

/// The monotonic clock in milliseconds; for timeouts only.
enum Monotonic {
    /// The current reading.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Returns a duration in whole milliseconds, rounded up, from 1 to about 24 days, which fits a 32-bit `long`.
    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds >= 0 else { return 1 }
        return max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
