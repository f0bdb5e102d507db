import AlarmCore
import Logging
import ServiceLifecycle
import Storage
import Synchronization

/// Deletes expired rows, and moves recurring alarms when their time zone gets new rules.
///
/// Stored answers, codes, ended alarms, check-ins, completed reminders and the alerts of care circles' histories expire,
/// and so do devices that registered with an invite which came to nothing.
package struct Housekeeper: Service {
    /// The most rows of a kind that one transaction deletes, so that no round delays the alarms.
    ///
    /// 1,000.
    private static let batch = 1000
    /// The most reminders that one transaction examines; each has to be opened, since open ones stay.
    ///
    /// 200.
    private static let reminderBatch = 200

    let engine: Engine
    /// The place after which reminders are examined next, batch by batch and then from the first again.
    private let examined = ExaminedPlace()

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
                try await engine.clock.pause(for: engine.housekeepingInterval)
            } catch is CancellationError {
                return
            } catch {
                engine.logger.warning("forgetting old rows failed", metadata: ["error": "\(error)"])
                try? await engine.clock.pause(for: engine.housekeepingInterval)
            }
        }
    }

    /// Deletes one batch; returns the number of rows.
    package func sweep() async throws -> Int {
        let place = examined.value.withLock { $0 }
        let (removed, next) = try await engine.write { tx in
            let limits = tx.engine.limits
            // The clock may have been set back since this round asked for its turn to write, and an answer stored in
            // between is new by that clock: what it does not count as expired is kept.
            let now = min(tx.now, tx.engine.clock.now())
            let reminders = try tx.removeReminders(after: place, limit: Self.reminderBatch)
            let others =
                try tx.removeUnconfirmed()
                + tx.removeOldest(.alert, after: limits.historyRetention, limit: Self.batch)
                + tx.removeOldest(.beat, after: limits.checkInRetention, limit: Self.batch)
                + tx.transaction.purge(at: now, endedBefore: now - limits.retention, limit: Self.batch)
            return (reminders.removed + others, reminders.next)
        }
        examined.value.withLock { $0 = next }
        return removed
    }
}

/// The place up to which one housekeeper has examined the reminders, in this run of the relay.
private final class ExaminedPlace: Sendable {
    let value = Mutex<DocumentPosition?>(nil)
}
