import AlarmCore
import Engine

/// Waits for simulated time on behalf of one process of a node.
struct SimulatedWait: Sendable {
    let world: ThreadConfined<Simulation>
    let life: ThreadConfined<NodeProcess>

    /// Waits for a span of true time.
    ///
    /// - Throws: `NodeCrashed` when the process ends meanwhile.
    func pass(_ span: Span) async throws {
        let ticket = world.value.nextTicket()
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            let (world, life) = (world.value, life.value)
            guard !life.isOver else { return continuation.resume(throwing: NodeCrashed()) }
            life.parked[ticket] = continuation
            world.plan(in: span) { life.release(ticket) }
        }
    }

    /// Waits for a span of true time, unless the task is cancelled.
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

    /// Suspends the task under a ticket until it is cancelled or the process releases it, as `plan` arranges.
    private func park(_ plan: (_ ticket: Int, _ world: Simulation, _ life: NodeProcess) -> Void) async throws {
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
    let waiting: SimulatedWait

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
