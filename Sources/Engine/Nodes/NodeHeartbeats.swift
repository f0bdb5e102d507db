import Logging
import ServiceLifecycle

/// Gives the other nodes of a shared store a sign of life every second, takes over from those that give none, and keeps
/// the store's account of who listens here.
///
/// Told to stop, after the services that send have ended, it leaves. A store that is not shared has nobody to tell, and
/// needs none of this.
package struct NodeHeartbeats: Service {
    private let engine: Engine

    package init(engine: Engine) {
        self.engine = engine
    }

    package func run() async throws {
        await withTaskExecutorPreference(engine.executor) {
            await cancelWhenGracefulShutdown { await work() }
        }
        await engine.leave()
    }

    /// Gives signs of life until the task is cancelled.
    package func work() async {
        while !Task.isCancelled {
            try? await engine.clock.pause(for: engine.node.timing.heartbeat)
            if !Task.isCancelled { await beat() }
        }
    }

    private func beat() async {
        do {
            try await engine.beat()
            await engine.tendListeners()
        } catch {
            engine.logger.warning("no heartbeat could be stored", metadata: ["error": "\(error)"])
        }
    }
}
