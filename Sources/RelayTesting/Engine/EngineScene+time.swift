package import AlarmCore

extension EngineScene {
    private var walk: EngineWalk {
        EngineWalk(engine, scheduler: scheduler, dispatcher: dispatcher, clock: clock)
    }

    /// Does all that can be done without time passing: wakes what is due, sends what may be sent.
    package func catchUp() async throws {
        try await walk.catchUp()
    }

    /// Lets time pass, stopping at every moment at which the services would wake.
    package func pass(_ span: Span) async throws {
        try await walk.pass(span)
    }

    /// Lets time pass until `end`, stopping at every moment at which the services would wake.
    package func pass(until end: Instant) async throws {
        try await walk.pass(until: end)
    }
}
