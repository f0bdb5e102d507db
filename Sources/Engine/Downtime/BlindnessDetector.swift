package import AlarmCore
package import Storage

/// Finds out, from one sign of life to the next, for how long a running relay was blind, and why.
package struct BlindnessDetector: Hashable, Sendable {
    /// By how much a sign of life may be late before that counts as blindness.
    ///
    /// 20 s.
    package static let tolerance = Span.seconds(20)
    /// By how much the wall clock must have been set to count.
    ///
    /// 500 ms: time synchronisation sets small amounts right by running a little fast or slow.
    package static let smallestStep = Span.milliseconds(500)

    private let interval: Span
    private var last: ClockReading
    private var hasFailed = false

    /// Begins with a sign of life at `reading`; the next ones are planned every `interval`.
    package init(interval: Span, since reading: ClockReading) {
        self.interval = interval
        last = reading
    }

    /// A sign of life could not be written.
    package mutating func noteFailure() {
        hasFailed = true
    }

    /// A sign of life was written at `reading`: from here it goes on.
    package mutating func noteSign(at reading: ClockReading) {
        last = reading
        hasFailed = false
    }

    /// When the relay was blind from the last sign of life to `reading`, oldest first.
    package func blindness(until reading: ClockReading) -> [BlindInterval] {
        let elapsed = reading.real + -last.real
        // What the clock would show had nobody set it.
        let undisturbed = last.wall + elapsed
        var intervals: [BlindInterval] = []
        if elapsed > interval + Self.tolerance {
            let wasSuspended = reading.suspension(since: last) * 2 >= elapsed
            intervals.append(
                BlindInterval(
                    from: last.wall,
                    until: undisturbed,
                    cause: wasSuspended ? .suspended : hasFailed ? .storage : .stalled
                )
            )
        }
        let step = reading.step(since: last)
        if step >= Self.smallestStep || step <= -Self.smallestStep {
            intervals.append(
                BlindInterval(
                    from: undisturbed,
                    until: reading.wall,
                    cause: step > .zero ? .clockForward : .clockBack
                )
            )
        }
        return intervals
    }
}
