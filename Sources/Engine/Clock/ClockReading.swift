package import AlarmCore
import Foundation

/// One reading of a computer's three clocks; two readings show how the wall clock was set between them.
package struct ClockReading: Hashable, Sendable {
    /// The wall clock, which can be set.
    package var wall: Instant
    /// Time since an arbitrary start, without suspensions.
    package var awake: Span
    /// Time since the same start, with suspensions.
    package var real: Span

    package init(wall: Instant, awake: Span, real: Span) {
        self.wall = wall
        self.awake = awake
        self.real = real
    }

    /// The present reading of this computer's clocks; without suspensions where the system does not report them.
    package static func now() -> ClockReading {
        // In this order, time that passes between the reads never makes a negative suspension.
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

    /// The present reading of this computer's clocks, with the time that `clock` shows in place of the wall clock's where
    /// it follows another one.
    package static func now(by clock: any RelayClock) -> ClockReading {
        var reading = now()
        if clock is StoreClock { reading.wall = clock.now() }
        return reading
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
    /// Small amounts are noise, or come from time synchronisation, which makes a clock run a little fast or slow.
    package func step(since earlier: ClockReading) -> Span {
        (wall - earlier.wall) + -(real + -earlier.real)
    }

    /// How long the computer was suspended between an earlier reading and this one.
    package func suspension(since earlier: ClockReading) -> Span {
        max((real + -earlier.real) + -(awake + -earlier.awake), .zero)
    }
}
