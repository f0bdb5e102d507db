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
        let ticket = world.value.nextTicket()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                let (world, life) = (world.value, life.value)
                guard !life.isOver, !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                life.parked[ticket] = continuation
                world.plan(in: span) { life.release(ticket) }
            }
        } onCancel: {
            life.value.cancel(ticket)
        }
    }

    /// Waits until the node's clock shows `end`, or the task is cancelled.
    func sleep(until end: Instant) async throws {
        let ticket = world.value.nextTicket()
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                let (world, life) = (world.value, life.value)
                guard !life.isOver, !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                life.parked[ticket] = continuation
                life.sleepers[ticket] = end
                world.planWaking(ticket, of: life)
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
