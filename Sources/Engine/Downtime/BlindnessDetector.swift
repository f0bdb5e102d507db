package import AlarmCore
package import Storage

/// Detects, from one heartbeat to the next, for how long a running relay was blind, and why.
package struct BlindnessDetector: Hashable, Sendable {
    /// How late a heartbeat may be before that counts as blindness.
    ///
    /// 20 s.
    package static let tolerance = Span.seconds(20)
    /// The smallest step of the wall clock that counts.
    ///
    /// 500 ms: time synchronisation corrects small amounts by running the clock a little fast or slow.
    package static let smallestStep = Span.milliseconds(500)

    private let interval: Span
    private var last: ClockReading
    private var hasFailed = false

    /// Begins with a heartbeat at `reading`; the next ones are due every `interval`.
    package init(interval: Span, since reading: ClockReading) {
        self.interval = interval
        last = reading
    }

    /// Records that a heartbeat could not be written.
    package mutating func noteFailure() {
        hasFailed = true
    }

    /// Records that a heartbeat was written at `reading`, from which the next interval is counted.
    package mutating func noteHeartbeat(at reading: ClockReading) {
        last = reading
        hasFailed = false
    }

    /// The intervals of blindness from the last heartbeat to `reading`, oldest first.
    package func blindness(until reading: ClockReading) -> [BlindInterval] {
        let elapsed = reading.real + -last.real
        // The time that the clock would show had it not been set.
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
