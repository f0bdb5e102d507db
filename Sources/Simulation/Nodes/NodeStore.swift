import AlarmCore
import Delivery
import Engine
import Storage

/// The store as one process of a node reaches it: slow, sometimes failing, and out of reach once the process has ended.
struct NodeStore: Store {
    let waiting: SimulatedWait
    let base: InMemoryStore
    /// The letter of which the caller reports that it came back.
    let returning: ThreadConfined<ReturnedLetter?>

    private var world: Simulation { waiting.world.value }
    private var life: NodeProcess { waiting.life.value }

    /// Nodes on one store share it; a single one is alone, as on a database in a file.
    var isShared: Bool { world.profile.nodes > 1 }

    /// Thrown inside a transaction to roll it back.
    private struct Undo: Error {}

    /// How a transaction ended.
    private enum Ending<Result: Sendable>: Sendable {
        case committed(Result)
        case lost
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        let fate = world.writeFault(by: life)
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
        let kept = ThreadConfined(outcome)
        let (waiting, returning) = (waiting, returning)
        do {
            try await base.write { transaction in
                let (world, life) = (waiting.world.value, waiting.life.value)
                let watched = world.watch(transaction, by: life)
                world.serving = nil
                world.returning = returning.value
                defer { world.returning = nil }
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

    /// Commits in a second transaction the deliveries that a broken store kept out of the one that ordered them.
    private func addLate(_ rows: [DeliveryRow]) async throws {
        let waiting = waiting
        if world.mayCrash, world.roll(1, in: 4) { return world.crash(life, "before a second commit") }
        try await base.write { transaction in
            let (world, life) = (waiting.world.value, waiting.life.value)
            let watched = world.watch(transaction, by: life)
            for row in rows { try watched.base.insert(row) }
            watched.touched.alarms.formUnion(rows.map(\.alarm))
            try world.model.observe(transaction, touched: watched.touched, by: life)
        }
    }

    /// Deletes wakes permanently although the transaction that claimed them is lost.
    private func forget(_ wakes: [Wake]) async throws {
        try await base.write { transaction in
            for wake in wakes { try transaction.setWake(of: wake.alarm, at: nil) }
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        let fate = world.readFault(by: life)
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
            try body(RecordingSnapshot(snapshot, world: waiting.world.value, life: waiting.life.value))
        }
        if fate.after > .zero { try await waiting.pass(fate.after) }
        guard !life.isOver else { throw StoreError.closed }
        return result
    }

    /// Passes messages to the other nodes: half of the time not at all, else soon, and now and then seconds later.
    func announce(_ messages: [NodeMessage], by sender: any NodeMessageObserver) {
        guard isShared, !life.isOver else { return }
        for node in world.nodes where node.number != life.node && world.roll(1, in: 2) {
            world.plan(in: world.roll(1, in: 20) ? world.span(0...8_000) : world.span(0...100)) {
                guard let life = node.life, !life.isOver else { return }
                life.engine?.receive(messages)
            }
        }
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

/// A letter that a mail system had accepted, and what it says of it later.
struct ReturnedLetter {
    let letter: SendAttempt
    let report: DeliveryReport
}

/// Random delays and failures of one call to the store.
struct StoreFault {
    enum Crash { case before, after }

    /// Delay before the store acts, and before the caller hears of it.
    var before = Span.zero
    var after = Span.zero
    var error: StoreError?
    var crash: Crash?
}
