import AlarmCore
import Engine
import Storage

/// The store as one life of a node reaches it: slow, now and then failing, and gone when the node is.
struct NodeStore: Store {
    let waiting: Waiting
    let base: InMemoryStore

    private var world: Simulation { waiting.world.value }
    private var life: Life { waiting.life.value }

    /// Thrown inside a transaction to undo it.
    private struct Undo: Error {}

    /// What a transaction came to.
    private enum Ending<Result: Sendable>: Sendable {
        case committed(Result)
        case lost
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        let fate = world.fateOfWrite(by: life)
        if fate.before > .zero { try await waiting.pass(fate.before) }
        guard !life.isOver else { throw StoreError.closed }
        if let error = fate.error {
            world.note("node \(life.node): the store fails (\(error))")
            world.disturb(life)
            life.failedAt = world.now
            throw error
        }
        let ending = try await commit(body, crashes: fate.crash == .before)
        if fate.crash != nil { world.crash(life, fate.crash == .before ? "before a commit" : "after a commit") }
        guard case .committed(let result) = ending else { throw StoreError.closed }
        if fate.after > .zero { try await waiting.pass(fate.after) }
        guard !life.isOver else { throw StoreError.closed }
        return result
    }

    private func commit<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result,
        crashes: Bool
    ) async throws -> Ending<Result> {
        let outcome = Outcome<Result>()
        let kept = OneThread(outcome)
        let waiting = waiting
        do {
            try await base.write { transaction in
                let (world, life) = (waiting.world.value, waiting.life.value)
                let watched = world.watch(transaction, by: life)
                world.serving = nil
                kept.value.result = try body(watched)
                kept.value.late = watched.late
                if crashes {
                    kept.value.claimed = watched.claimed
                    throw Undo()
                }
                let isLie = world.mutant == .commitsThatAreNone && world.roll(1, in: 40)
                try world.model.observe(transaction, touched: watched.touched, by: life)
                if isLie { throw Undo() }
            }
        } catch is Undo {
            if crashes {
                if world.mutant == .claimsOutliveCrash { try await forget(outcome.claimed) }
                return .lost
            }
        }
        if !outcome.late.isEmpty { try await addLate(outcome.late) }
        guard let result = outcome.result else { throw StoreError.closed }
        return .committed(result)
    }

    /// Commits, in a transaction of their own, deliveries that a broken store has kept out of the one that ordered them.
    private func addLate(_ rows: [DeliveryRow]) async throws {
        let waiting = waiting
        if world.mayCrash, world.roll(1, in: 4) { return world.crash(life, "before a second commit") }
        try await base.write { transaction in
            let (world, life) = (waiting.world.value, waiting.life.value)
            let watched = world.watch(transaction, by: life)
            for row in rows { _ = try watched.base.insert(row) }
            watched.touched.alarms.formUnion(rows.map(\.alarm))
            try world.model.observe(transaction, touched: watched.touched, by: life)
        }
    }

    /// Takes wakes away for good although the transaction that claimed them is lost.
    private func forget(_ wakes: [Wake]) async throws {
        try await base.write { transaction in
            for wake in wakes { try transaction.setWake(of: wake.alarm, at: nil) }
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        let fate = world.fateOfRead(by: life)
        if fate.before > .zero { try await waiting.pass(fate.before) }
        guard !life.isOver else { throw StoreError.closed }
        if let error = fate.error {
            world.note("node \(life.node): the store cannot be read (\(error))")
            world.disturb(life)
            life.failedAt = world.now
            throw error
        }
        let waiting = waiting
        let result = try await base.read { snapshot in
            try body(WatchedSnapshot(snapshot, world: waiting.world.value, life: waiting.life.value))
        }
        if fate.after > .zero { try await waiting.pass(fate.after) }
        guard !life.isOver else { throw StoreError.closed }
        return result
    }

    func scrub() async throws {
        guard !life.isOver else { throw StoreError.closed }
    }

    func close() async {}

    private final class Outcome<Result> {
        var result: Result?
        var late: [DeliveryRow] = []
        var claimed: [Wake] = []
    }
}

/// What chance has in store for one call.
struct StoreFate {
    enum Crash { case before, after }

    /// How long it takes until the store does it, and until the caller hears of it.
    var before = Span.zero
    var after = Span.zero
    var error: StoreError?
    var crash: Crash?
}
