import AlarmCore
import Logging
import Storage

extension Engine {
    /// The most overdue alarms that are counted at a start.
    private static let overdueCount = 100_000
    /// The shortest time that counts as an absence rather than a restart.
    private static let shortestAbsence = Span.seconds(1)

    /// Begins a run, before the services run.
    ///
    /// Makes this process a node of the store, so that it may lease, and takes over what dead nodes had leased, which is
    /// sent again under the same identifiers: on a store that is not shared, from every other node at once. Derives from
    /// the last sign of life of any node how long no relay ran, records that, and writes a first heartbeat. While another
    /// node lives, the relay was not away. On a shared store all of this goes by the store's time.
    package func begin() async throws {
        try await readStoreTime()
        let now = clock.now()
        let moment = node.moment
        let beginning = try await write { tx in
            let transaction = tx.transaction
            let (node, others) = try tx.enlistNode()
            let absence =
                others.areAlive
                ? nil
                : try StoredHeartbeat.last(in: transaction, or: others.lastHeartbeat)
                    .flatMap { Self.absence(after: $0, until: now) }
            if let absence { try transaction.insert(absence) }
            try transaction.forgetBlindIntervals(
                endedBefore: now - HeartbeatRecorder.memory,
                keeping: HeartbeatRecorder.capacity
            )
            // Living nodes record theirs, and find by it for how long nobody did: that is not to be hidden from them.
            if !others.areAlive {
                try transaction.setValue(StoredHeartbeat(at: now, ending: .alive).bytes, for: StoredHeartbeat.key)
            }
            return Beginning(
                node: node,
                taken: others.taken,
                absence: absence,
                overdue: try transaction.wakes(through: now, limit: Self.overdueCount).count,
                known: try transaction.blindIntervals(limit: RelayHealth.recentIntervals),
                restoration: try Restoration.last(in: transaction)
            )
        }
        note(heartbeatAs: beginning.node, since: moment)
        tell(of: beginning.taken)
        health.start(at: now, after: beginning.known, beginning.restoration)
        guard let absence = beginning.absence else { return }
        metrics.audit.record(absence)
        logger.notice(
            "the relay was away",
            metadata: [
                "from": "\(absence.from.iso8601)", "until": "\(absence.until.iso8601)",
                "cause": "\(absence.cause.rawValue)", "alarms-due": "\(beginning.overdue)",
            ]
        )
    }

    /// What a run begins with.
    private struct Beginning: Sendable {
        let node: NodeID
        let taken: TakeOver
        let absence: BlindInterval?
        let overdue: Int
        let known: [BlindInterval]
        let restoration: Restoration?
    }

    private static func absence(after sign: StoredHeartbeat, until now: Instant) -> BlindInterval? {
        if now < sign.at - shortestAbsence { return BlindInterval(from: sign.at, until: now, cause: .clockBack) }
        guard now - sign.at >= shortestAbsence else { return nil }
        let cause: BlindInterval.Cause =
            switch sign.ending {
            case .alive: .ended
            case .stopped: .stopped
            case .restored: .restored
            }
        return BlindInterval(from: sign.at, until: now, cause: cause)
    }

    /// Writes a heartbeat, and records when the relay was blind.
    ///
    /// Where several nodes share the store, that one of them slept or stood still is not recorded while another wrote
    /// heartbeats, and what they all have seen is recorded once.
    func recordHeartbeat(at instant: Instant?, blind intervals: [BlindInterval]) async throws {
        let now = instant ?? clock.now()
        let recorded = try await write { tx in
            let recorded = try intervals.compactMap { try tx.blindness(of: $0) }
            try tx.transaction.setValue(StoredHeartbeat(at: now, ending: .alive).bytes, for: StoredHeartbeat.key)
            guard !recorded.isEmpty else { return recorded }
            for interval in recorded { try tx.transaction.insert(interval) }
            try tx.transaction.forgetBlindIntervals(
                endedBefore: now - HeartbeatRecorder.memory,
                keeping: HeartbeatRecorder.capacity
            )
            return recorded
        }
        health.signed(recorded)
        for interval in recorded { tell(of: interval) }
        if recorded.count < intervals.count {
            let longest = intervals.map { $0.until - $0.from }.max() ?? .zero
            logger.notice(
                "this node was blind, and others had noticed or were not",
                metadata: ["milliseconds": "\(longest.milliseconds)"]
            )
        }
    }

    /// Records that the relay stops on purpose; where the store takes no more writes, the end will look like a crash.
    ///
    /// While another node lives, the relay goes on.
    package func recordLastHeartbeat() async {
        let sign = StoredHeartbeat(at: clock.now(), ending: .stopped)
        do {
            try await write { tx in
                guard try !tx.othersLive() else { return }
                try tx.transaction.setValue(sign.bytes, for: StoredHeartbeat.key)
            }
        } catch {
            logger.warning("no last sign of life could be left", metadata: ["error": "\(error)"])
        }
    }

    private func tell(of interval: BlindInterval) {
        metrics.audit.record(interval)
        let metadata: Logger.Metadata = [
            "from": "\(interval.from.iso8601)", "until": "\(interval.until.iso8601)",
            "cause": "\(interval.cause.rawValue)",
            "milliseconds": "\((interval.until - interval.from).milliseconds)",
        ]
        switch interval.cause {
        case .clockForward, .clockBack: logger.warning("the clock was set", metadata: metadata)
        case .stopped, .ended, .suspended, .stalled, .storage, .restored:
            logger.warning("the relay was blind", metadata: metadata)
        }
    }
}
