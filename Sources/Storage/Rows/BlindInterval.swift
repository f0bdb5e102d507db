package import AlarmCore

/// A time during which the relay saw nothing and rang nobody, as far as it can tell afterwards.
package struct BlindInterval: Hashable, Sendable {
    /// Why it was blind.
    package enum Cause: String, CaseIterable, Hashable, Sendable {
        /// It was told to stop, and started again later.
        case stopped
        /// It ended without a word: a crash, a kill, a power cut.
        case ended
        /// The computer slept.
        case suspended
        /// The process ran and did not get its turn: it was paused, or the computer was overloaded.
        case stalled
        /// The store took nothing: a full or failing disk.
        case storage
        /// The wall clock was set forward, over the times in between.
        case clockForward = "clock-forward"
        /// The wall clock was set back; here the interval ends before it begins.
        case clockBack = "clock-back"
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

    /// The same as an absence that a deadline gets credit for.
    package var absence: Absence { Absence(from: from, until: until) }
}
