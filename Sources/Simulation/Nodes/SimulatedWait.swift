import AlarmCore
import Engine

/// Waits for the simulated world on behalf of one life.
struct Waiting: Sendable {
    let world: OneThread<Simulation>
    let life: OneThread<Life>

    /// Lets true time pass.
    ///
    /// - Throws: `LifeIsOver` when the life ends meanwhile.
    func pass(_ span: Span) async throws {
        let ticket = world.value.nextTicket()
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            let (world, life) = (world.value, life.value)
            guard !life.isOver else { return continuation.resume(throwing: LifeIsOver()) }
            life.parked[ticket] = continuation
            world.plan(in: span) { life.release(ticket) }
        }
    }

    /// Lets true time pass, unless the task is cancelled.
    func pause(for span: Span) async throws {
        try await park { ticket, world, life in world.plan(in: span) { life.release(ticket) } }
    }

    /// Waits until the node's clock shows `end`, or the task is cancelled.
    func sleep(until end: Instant) async throws {
        try await park { ticket, world, life in
            life.sleepers[ticket] = end
            world.planWaking(ticket, of: life)
        }
    }

    /// Waits under a ticket until the life releases it, as `plan` has seen to, or the task is cancelled.
    private func park(_ plan: (_ ticket: Int, _ world: Simulation, _ life: Life) -> Void) async throws {
        let ticket = world.value.nextTicket()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                let (world, life) = (world.value, life.value)
                guard !life.isOver, !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                life.parked[ticket] = continuation
                plan(ticket, world, life)
            }
        } onCancel: {
            life.value.cancel(ticket)
        }
    }
}

/// The clock of a node, as its relay sees it.
struct NodeClock: RelayClock {
    let waiting: Waiting

    func now() -> Instant {
        waiting.world.value.readClock(for: waiting.life.value)
    }

    func sleep(until instant: Instant) async throws {
        try await waiting.sleep(until: instant)
    }

    func pause(for span: Span) async throws {
        try await waiting.pause(for: span)
    }
}
