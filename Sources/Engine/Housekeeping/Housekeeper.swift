import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Deletes expired rows, and moves recurring alarms when their time zone gets new rules.
///
/// Stored answers, codes, ended alarms and the alerts of care circles' histories expire, and so do devices that registered with an invite which came to nothing.
package struct Housekeeper: Service {
    /// The most rows of a kind that one transaction deletes, so that no round delays the alarms.
    ///
    /// 1,000.
    private static let batch = 1000

    let engine: Engine

    package init(engine: Engine) {
        self.engine = engine
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
    }

    /// Makes rounds until the task is cancelled.
    package func work() async {
        while !Task.isCancelled {
            do {
                _ = try await followZones()
                while try await sweep() >= Self.batch {}
                try await engine.clock.pause(for: engine.pollInterval)
            } catch is CancellationError {
                return
            } catch {
                engine.logger.warning("forgetting old rows failed", metadata: ["error": "\(error)"])
                try? await engine.clock.pause(for: engine.pollInterval)
            }
        }
    }

    /// Deletes one batch; returns the number of rows.
    package func sweep() async throws -> Int {
        try await engine.write { tx in
            let removed = try tx.removeUnconfirmed()
            let oldest = tx.now - tx.engine.limits.historyRetention
            return try removed
                + tx.transaction.deleteAlerts(before: oldest.milliseconds, limit: Self.batch)
                + tx.transaction.purge(
                    at: tx.now,
                    endedBefore: tx.now - tx.engine.limits.retention,
                    limit: Self.batch
                )
        }
    }
}
