package import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Looks every half minute whether alarms ring as they should, logs what begins and ends to be wrong, and measures it.
package struct Auditor: Service {
    /// The time between two looks.
    ///
    /// 30 s.
    package static let interval = Span.seconds(30)
    /// Counting all pending alarms may take a thousandth of the time.
    private static let countShare = 1000

    private let engine: Engine
    private let clock: any RelayClock

    /// Makes one that looks by the engine's clock, and pauses by `clock`.
    package init(engine: Engine, pausingBy clock: any RelayClock) {
        self.engine = engine
        self.clock = clock
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
    }

    /// Looks again and again until the task is cancelled.
    package func work() async {
        var nextCount = ContinuousClock.now
        while !Task.isCancelled {
            await audit()
            if ContinuousClock.now >= nextCount {
                let duration = await countPending()
                nextCount = ContinuousClock.now + duration * Self.countShare
            }
            try? await clock.pause(for: Self.interval)
        }
    }

    /// Looks once.
    @discardableResult
    package func audit() async -> AuditReport {
        let report = await engine.examine()
        engine.metrics.audit.record(report)
        for (check, before) in engine.vitals.note(report.checks) {
            var metadata: Logger.Metadata = ["check": "\(check.name.rawValue)"]
            if let reason = check.reason { metadata["reason"] = "\(reason)" }
            switch check.status {
            case .failing: engine.logger.error("alarms may not ring", metadata: metadata)
            case .degraded: engine.logger.warning("something is not as it should be", metadata: metadata)
            case .ok:
                metadata["was"] = "\(before.rawValue)"
                engine.logger.notice("all is well again", metadata: metadata)
            }
        }
        engine.vitals.audits.send(report)
        return report
    }

    /// Counts the alarms that wait; tells how long that took.
    private func countPending() async -> Duration {
        let start = ContinuousClock.now
        // A store that cannot be read is the audit's finding.
        if let count = try? await engine.read({ try $0.wakeCount() }) {
            engine.metrics.audit.set(pendingAlarms: count)
        }
        return ContinuousClock.now - start
    }
}
