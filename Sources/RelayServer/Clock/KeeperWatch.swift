import ServiceLifecycle

/// Ends the relay once its simulation has gone, so that no orphan is left behind.
struct KeeperWatch: Service {
    let clock: SimulatedClock

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            await clock.loss()
            if !Task.isCancelled { throw SimulatedClock.Failure.lost }
        }
    }
}
