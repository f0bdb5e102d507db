package import AlarmCore
import Foundation

/// What a computer's three clocks show at one moment; two readings tell what was done to the wall clock between them.
package struct ClockReading: Hashable, Sendable {
    /// The wall clock, which can be set.
    package var wall: Instant
    /// Time since some start, for as long as the computer was awake.
    package var awake: Span
    /// Time since the same start, suspensions included.
    package var real: Span

    package init(wall: Instant, awake: Span, real: Span) {
        self.wall = wall
        self.awake = awake
        self.real = real
    }

    /// The clocks of this computer, now; without suspensions where the system does not tell them.
    package static func now() -> ClockReading {
        // Read in this order, time that passes in between is no suspension of less than nothing.
        let awake = time(of: CLOCK_MONOTONIC)
        #if os(Linux)
        let real = time(of: CLOCK_BOOTTIME)
        #else
        let real = time(of: CLOCK_MONOTONIC)
        #endif
        return ClockReading(
            wall: Instant(milliseconds: time(of: CLOCK_REALTIME).milliseconds),
            awake: awake,
            real: real
        )
    }

    private static func time(of clock: clockid_t) -> Span {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .milliseconds(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension ClockReading {
    /// How far the wall clock was set between an earlier reading and this one; negative when it was set back.
    ///
    /// Small amounts are noise, or the work of time synchronisation, which makes a clock run a little fast or slow.
    package func step(since earlier: ClockReading) -> Span {
        (wall - earlier.wall) + -(real + -earlier.real)
    }

    /// For how long the computer was suspended between an earlier reading and this one.
    package func suspension(since earlier: ClockReading) -> Span {
        max((real + -earlier.real) + -(awake + -earlier.awake), .zero)
    }
}
