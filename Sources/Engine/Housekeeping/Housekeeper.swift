import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Forgets what has outlived its use: answers kept for repeats, codes, and alarms that ended long ago; and moves recurring
/// alarms when their time zone gets new rules.
package struct Housekeeper: Service {
    /// The time between rounds.
    ///
    /// 60 s.
    private static let pause = Span.seconds(60)
    /// How many rows of a kind one transaction forgets, so that no round holds up the alarms.
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

    /// Goes its rounds until the task is cancelled.
    package func work() async {
        while !Task.isCancelled {
            do {
                _ = try await followZones()
                while try await sweep() >= Self.batch {}
                try await engine.clock.pause(for: Self.pause)
            } catch is CancellationError {
                return
            } catch {
                engine.logger.warning("forgetting old rows failed", metadata: ["error": "\(error)"])
                try? await engine.clock.pause(for: Self.pause)
            }
        }
    }

    /// Forgets one batch; tells how many rows went.
    package func sweep() async throws -> Int {
        try await engine.write { work in
            try work.transaction.purge(
                at: work.now,
                endedBefore: work.now - work.engine.limits.retention,
                limit: Self.batch
            )
        }
    }
}
