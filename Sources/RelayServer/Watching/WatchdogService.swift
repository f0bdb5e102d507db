import AlarmCore
package import Engine
import Logging
import ServiceLifecycle

/// Gives the service manager a sign of life as long as alarms come to ring; without one it restarts the relay.
package struct WatchdogService: Service {
    private let manager: ServiceManager
    /// How long the manager waits.
    private let limit: Span
    private let engine: Engine
    private let clock: any RelayClock

    /// Creates the service, which pauses by `clock`; returns nil where the manager does not watch.
    package init?(_ manager: ServiceManager, engine: Engine, pausingBy clock: any RelayClock) {
        guard let limit = manager.watchdog else { return nil }
        self.manager = manager
        self.limit = limit
        self.engine = engine
        self.clock = clock
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
    }

    /// Gives signs of life until the task is cancelled.
    ///
    /// One each half of the limit; while there is none to give, it looks again each eighth. An audit that does not end
    /// is no sign of life either.
    package func work() async {
        var watch = AlarmPathWatch()
        var wasAlive = true
        while !Task.isCancelled {
            let isAlive = watch.isAlive(await engine.examine())
            if isAlive { manager.tell(.alive, logger: engine.logger) }
            if wasAlive, !isAlive {
                engine.logger.critical(
                    "alarms are not woken, or not stored: without change the service manager restarts the relay",
                    metadata: ["within": "\(limit)"]
                )
            }
            wasAlive = isAlive
            try? await clock.pause(for: .milliseconds(max(limit.milliseconds / (isAlive ? 2 : 8), 1)))
        }
    }
}
