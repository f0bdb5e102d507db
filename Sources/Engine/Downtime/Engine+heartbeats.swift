import AlarmCore
import Logging
import Storage

extension Engine {
    /// How many overdue alarms are counted at a start.
    private static let overdueCount = 100_000
    /// What is shorter is no absence, but a restart.
    private static let shortestAbsence = Span.seconds(1)

    /// Begins a life: finds out from the last sign of life how long nobody was here, keeps that, and leaves a first one.
    ///
    /// For the only node on a store, before its services run.
    package func begin() async throws {
        let now = clock.now()
        let (absence, overdue, known) = try await write { work in
            let transaction = work.transaction
            let absence = try LifeSign.last(in: transaction).flatMap { Self.absence(after: $0, until: now) }
            if let absence { try transaction.insert(absence) }
            try transaction.forgetBlindIntervals(endedBefore: now - Pulse.memory, keeping: Pulse.capacity)
            try transaction.setValue(LifeSign(at: now, isLast: false).bytes, for: LifeSign.key)
            return (
                absence,
                try transaction.wakes(through: now, limit: Self.overdueCount).count,
                try transaction.blindIntervals(limit: Vitals.recentIntervals)
            )
        }
        vitals.start(at: now, after: known)
        guard let absence else { return }
        metrics.audit.record(absence)
        logger.notice(
            "the relay was away",
            metadata: [
                "from": "\(absence.from.iso8601)", "until": "\(absence.until.iso8601)",
                "cause": "\(absence.cause.rawValue)", "alarms-due": "\(overdue)",
            ]
        )
    }

    private static func absence(after sign: LifeSign, until now: Instant) -> BlindInterval? {
        if now < sign.at - shortestAbsence { return BlindInterval(from: sign.at, until: now, cause: .clockBack) }
        guard now - sign.at >= shortestAbsence else { return nil }
        return BlindInterval(from: sign.at, until: now, cause: sign.isLast ? .stopped : .ended)
    }

    /// Leaves a sign of life, and keeps when the relay was blind.
    func leaveSign(at instant: Instant?, blind intervals: [BlindInterval]) async throws {
        let now = instant ?? clock.now()
        try await write { work in
            try work.transaction.setValue(LifeSign(at: now, isLast: false).bytes, for: LifeSign.key)
            guard !intervals.isEmpty else { return }
            for interval in intervals { try work.transaction.insert(interval) }
            try work.transaction.forgetBlindIntervals(endedBefore: now - Pulse.memory, keeping: Pulse.capacity)
        }
        vitals.signed(intervals)
        for interval in intervals { tell(of: interval) }
    }

    /// Says that the relay stops on purpose; where the store takes nothing any more, the end will look like a crash.
    func leaveLastSign() async {
        let sign = LifeSign(at: clock.now(), isLast: true)
        do {
            try await write { try $0.transaction.setValue(sign.bytes, for: LifeSign.key) }
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
        case .stopped, .ended, .suspended, .stalled, .storage: logger.warning("the relay was blind", metadata: metadata)
        }
    }
}
