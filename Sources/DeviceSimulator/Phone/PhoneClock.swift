package import AlarmCore
import Foundation

/// The clock of a virtual phone.
package struct PhoneClock: Sendable {
    /// The time of day.
    package var now: @Sendable () -> Instant
    /// Waits until a time of day; throws when the task is cancelled.
    package var sleep: @Sendable (Instant) async throws -> Void

    package init(now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (Instant) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The computer's clock.
    package static let system = PhoneClock(
        now: { wallTime() },
        sleep: { end in
            while case let rest = end - wallTime(), rest > .zero {
                try await Task.sleep(for: .milliseconds(min(rest.milliseconds, 1000)))
            }
        }
    )

    private static func wallTime() -> Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
