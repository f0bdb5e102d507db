package import AlarmCore

/// A time during which the relay could neither receive nor ring, as far as it can tell afterwards.
package struct BlindInterval: Hashable, Sendable {
    /// A cause of such an interval.
    package enum Cause: String, CaseIterable, Hashable, Sendable {
        /// The relay was told to stop, and started again later.
        case stopped
        /// The process ended without notice: a crash, a kill, a power cut.
        case ended
        /// The computer slept.
        case suspended
        /// The process ran but was not scheduled: it was paused, or the computer was overloaded.
        case stalled
        /// The store accepted no writes: a full or failing disk.
        case storage
        /// The wall clock was set forward, skipping the times in between.
        case clockForward = "clock-forward"
        /// The wall clock was set back; such an interval ends before it begins.
        case clockBack = "clock-back"
        /// The store was restored from a backup: what was stored after that is lost.
        case restored
    }

    /// The last sign of life before, by the wall clock.
    package var from: Instant
    /// The first sign of life after, by the wall clock.
    package var until: Instant
    package var cause: Cause

    package init(from: Instant, until: Instant, cause: Cause) {
        self.from = from
        self.until = until
        self.cause = cause
    }

    /// The same interval as an absence, for which a deadline gets credit.
    package var absence: Absence { Absence(from: from, until: until) }
}
