import Engine
import Logging
import RelayTesting
import ServiceLifecycle

/// Runs a fixture's scheduler and dispatcher while `body` runs, then shuts them down as a signal would.
func withServices(
    of fixture: EngineFixture,
    and others: any Service...,
    do body: (ServiceGroup) async throws -> Void
) async throws {
    try await withServices([fixture.scheduler, fixture.dispatcher] + others, do: body)
}

/// Runs `services` while `body` runs, then shuts them down as a signal would.
func withServices(_ services: [any Service], do body: (ServiceGroup) async throws -> Void) async throws {
    let group = ServiceGroup(
        services: services,
        gracefulShutdownSignals: [],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        do {
            try await body(group)
        } catch {
            tasks.cancelAll()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}
