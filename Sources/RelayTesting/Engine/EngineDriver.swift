package import AlarmCore
package import Engine
import Storage

/// Takes the steps of an engine's services one by one, instead of running them, so that a run is the same every time.
package struct EngineDriver: Sendable {
    private let engine: Engine
    private let scheduler: Scheduler
    private let dispatcher: Dispatcher
    private let clock: TestClock

    /// Creates a walk with services of its own.
    package init(_ engine: Engine, clock: TestClock) {
        self.init(
            engine,
            scheduler: Scheduler(engine: engine),
            dispatcher: Dispatcher(engine: engine),
            clock: clock
        )
    }

    /// Creates a walk for services that the test inspects.
    package init(_ engine: Engine, scheduler: Scheduler, dispatcher: Dispatcher, clock: TestClock) {
        self.engine = engine
        self.scheduler = scheduler
        self.dispatcher = dispatcher
        self.clock = clock
    }

    /// Does everything that is possible without time passing: processes due wakes, sends pending deliveries.
    package func catchUp() async throws {
        var isDone = false
        while !isDone {
            isDone = try await scheduler.wakeDue() == 0
            while try await dispatcher.sendReady() > 0 { isDone = false }
        }
    }

    /// Advances time by `span`, stopping at every moment at which the services would wake.
    package func pass(_ span: Span) async throws {
        try await pass(until: clock.now() + span)
    }

    /// Advances time to `end`, stopping at every moment at which the services would wake.
    package func pass(until end: Instant) async throws {
        try await catchUp()
        while let next = try await nextMoment(), next <= end {
            clock.set(to: max(next, clock.now()))
            try await catchUp()
        }
        clock.set(to: max(end, clock.now()))
        try await catchUp()
    }

    private func nextMoment() async throws -> Instant? {
        try await engine.read { snapshot in
            [try snapshot.earliestWake()?.at, try snapshot.earliestDelivery()].compactMap(\.self).min()
        }
    }
}
