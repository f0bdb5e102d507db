package import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Checks every 30 s whether alarms ring as they should, logs each change of a check's status, and records metrics.
package struct Auditor: Service {
    /// The time between two audits.
    ///
    /// 30 s.
    package static let interval = Span.seconds(30)
    /// The count of pending alarms may take at most one part in this many of the time.
    private static let countShare = 1000

    private let engine: Engine
    private let clock: any RelayClock

    /// Creates an auditor that judges by the engine's clock and pauses by `clock`.
    package init(engine: Engine, pausingBy clock: any RelayClock) {
        self.engine = engine
        self.clock = clock
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
    }

    /// Audits until the task is cancelled.
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

    /// Makes one audit.
    @discardableResult
    package func audit() async -> AuditReport {
        let report = await engine.examine()
        engine.metrics.audit.record(report)
        engine.metrics.channels.record(report.troubles, at: report.at)
        for (check, before) in engine.health.note(report.checks) {
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
        engine.health.audits.send(report)
        return report
    }

    /// Counts the pending alarms and returns how long that took.
    private func countPending() async -> Duration {
        let start = ContinuousClock.now
        // An unreadable store is reported by the audit itself.
        if let count = try? await engine.read({ try $0.wakeCount() }) {
            engine.metrics.audit.set(pendingAlarms: count)
        }
        return ContinuousClock.now - start
    }
}
