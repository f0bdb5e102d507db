import AlarmCore
import Storage

extension RelayTransaction {
    /// The part of a node's blindness for which the whole relay was blind; nil where it was not, or it is recorded.
    ///
    /// Asked before this node writes its next heartbeat. The last one in the store, whoever wrote it, says until when
    /// some node was well: the rows of the nodes do not, as those that were blind as well may have renewed them since.
    func blindness(of interval: BlindInterval) throws -> BlindInterval? {
        guard engine.node.isShared else { return interval }
        switch interval.cause {
        case .clockForward, .clockBack:
            // All nodes go by one clock, which each of them sees jump.
            let known = try transaction.blindIntervals(limit: RelayHealth.recentIntervals)
            return known.contains { $0.isSameStep(as: interval) } ? nil : interval
        case .stopped, .ended, .suspended, .stalled, .storage, .restored:
            let last = try StoredHeartbeat.last(in: transaction)?.at
            guard let last, last > interval.from else { return interval }
            guard interval.until - last > HeartbeatRecorder.interval + BlindnessDetector.tolerance else { return nil }
            return BlindInterval(from: last, until: interval.until, cause: interval.cause)
        }
    }
}

extension BlindInterval {
    /// Whether two steps of the clock, each as seen by one node between two of its heartbeats, may be the same one.
    fileprivate func isSameStep(as other: BlindInterval) -> Bool {
        func distance(_ left: Instant, _ right: Instant) -> Span { left < right ? right - left : left - right }
        return cause == other.cause && distance(from, other.from) <= HeartbeatRecorder.interval * 2
            && distance(until, other.until) <= HeartbeatRecorder.interval * 2
    }
}
