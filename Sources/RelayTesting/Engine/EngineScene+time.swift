package import AlarmCore
import Engine
import Storage

extension EngineScene {
    /// Does all that can be done without time passing: wakes what is due, sends what may be sent.
    package func catchUp() async throws {
        var isDone = false
        while !isDone {
            isDone = try await scheduler.wakeDue() == 0
            while try await dispatcher.sendReady() > 0 { isDone = false }
        }
    }

    /// Lets time pass, stopping at every moment at which the services would wake.
    package func pass(_ span: Span) async throws {
        try await pass(until: now + span)
    }

    /// Lets time pass until `end`, stopping at every moment at which the services would wake.
    package func pass(until end: Instant) async throws {
        try await catchUp()
        while let next = try await nextMoment(), next <= end {
            clock.set(to: max(next, now))
            try await catchUp()
        }
        clock.set(to: max(end, now))
        try await catchUp()
    }

    private func nextMoment() async throws -> Instant? {
        try await engine.read { snapshot in
            [try snapshot.earliestWake()?.at, try snapshot.earliestDelivery()].compactMap(\.self).min()
        }
    }
}
