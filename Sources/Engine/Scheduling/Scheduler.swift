import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Wakes alarms at their time.
///
/// A wake is claimed, its alarm decided, and the next wake set in one transaction, so that no crash can lose or repeat
/// one. What was due while the relay was down is claimed first after a start, oldest first, by the same path.
package struct Scheduler: Service {
    /// The most alarms woken in one transaction.
    ///
    /// 500.
    private static let batch = 500

    private let engine: Engine

    package init(engine: Engine) {
        self.engine = engine
    }

    package func run() async throws {
        await withTaskExecutorPreference(engine.executor) {
            await cancelWhenGracefulShutdown { await work() }
        }
    }

    /// Wakes alarms until the task is cancelled.
    package func work() async {
        while !Task.isCancelled {
            do {
                try await runOnce()
            } catch is CancellationError {
                return
            } catch {
                engine.logger.error(
                    "waking alarms failed; trying again in a second",
                    metadata: ["error": "\(error)"]
                )
                try? await engine.clock.pause(for: .seconds(1))
            }
        }
    }

    /// Wakes alarms that are due; when none is, sleeps until the next wake, the end of the horizon, or the wake signal.
    private func runOnce() async throws {
        let now = engine.clock.now()
        let end = engine.horizon.end
        // A horizon that ends too late is of a time before the clock was set back. Other nodes may have set wakes since.
        if end <= now || engine.node.isShared && end > now + engine.pollInterval {
            try await engine.horizon.refill(through: now + engine.pollInterval) { through, limit in
                try await engine.read(by: .alarmPath) { try $0.wakes(through: through, limit: limit) }
            }
        }
        if engine.horizon.drop(through: now) > 0 {
            do {
                while try await wakeDue() == Self.batch {}
            } catch {
                // The wakes that were dropped are still due.
                engine.horizon.forget()
                throw error
            }
            // A clock set back meanwhile may have kept the store from waking what was dropped.
            if engine.clock.now() < now { engine.horizon.forget() }
        } else {
            await engine.schedulerSignal.wait(until: engine.horizon.next, by: engine.clock)
        }
    }

    /// Wakes up to a batch of due alarms; returns their number.
    package func wakeDue() async throws -> Int {
        let wakes: [Wake]
        do {
            wakes = try await engine.write(by: .alarmPath) { tx in
                let wakes = try tx.transaction.claimWakes(through: tx.now, limit: Self.batch)
                try tx.readAhead(of: wakes.map(\.alarm))
                for wake in wakes { try Self.wake(wake, tx) }
                return wakes
            }
        } catch let error where StoreError.mayConcernOneRow(error) {
            engine.logger.error("waking a batch failed; waking one by one", metadata: ["error": "\(error)"])
            return try await wakeOneByOne()
        }
        let now = engine.clock.now()
        for wake in wakes { engine.metrics.recordWakeLateness(now - wake.at) }
        return wakes.count
    }

    private static func wake(_ wake: Wake, _ tx: RelayTransaction) throws {
        guard var row = try tx.transaction.alarm(key: wake.alarm) else { return }
        let kind = tx.kinds[row.alarm.preset]
        try tx.run(kind.waking(row, in: tx), on: &row)
    }

    /// Wakes a batch with a transaction for each alarm, so that one that fails does not delay the others.
    ///
    /// A failed alarm, as with a damaged row, is retried after a minute.
    ///
    /// - Throws: the error of the first alarm when not even one could be woken: then the store is at fault.
    private func wakeOneByOne() async throws -> Int {
        let now = engine.clock.now()
        let wakes = try await engine.read(by: .alarmPath) { try $0.wakes(through: now, limit: Self.batch) }
        var firstError: (any Error)?
        var woken = 0
        for wake in wakes {
            do {
                try await engine.write(by: .alarmPath) { tx in
                    try tx.transaction.setWake(of: wake.alarm, at: nil)
                    try Self.wake(wake, tx)
                }
                woken += 1
            } catch {
                firstError = firstError ?? error
                let metadata: Logger.Metadata = ["alarm": "\(wake.alarm.number)", "error": "\(error)"]
                engine.logger.critical("an alarm cannot be woken; trying it again in a minute", metadata: metadata)
                try? await engine.write(by: .alarmPath) { tx in
                    try tx.transaction.setWake(of: wake.alarm, at: tx.now + .seconds(60))
                }
            }
        }
        if let firstError, woken == 0 { throw firstError }
        return woken
    }
}
