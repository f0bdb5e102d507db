package import Storage
import Synchronization

/// A store that counts the round trips that another one across a network would make.
///
/// That one keeps every row that it has read in a transaction, in a map by identity, and applies the transaction's own
/// writes to it, so that only a query for something else waits for an answer. It queues writes without an answer. So a
/// query costs one round trip where nothing has answered it before, a call of `prefetch` one where it names anything new,
/// and a commit one.
package final class RoundTripStore: Store {
    private let base: any Store
    private let made = Mutex<[String]>([])

    /// Counts the round trips to `base`.
    package init(_ base: any Store = InMemoryStore()) {
        self.base = base
    }

    /// Returns the round trips that `work` makes, each by what it is for.
    package func roundTrips(of work: () async throws -> Void) async throws -> [String] {
        let before = made.withLock { $0.count }
        try await work()
        return made.withLock { Array($0[before...]) }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        let (result, trips) = try await base.write { transaction in
            let map = IdentityMap()
            let result = try body(ObservedTransaction(transaction, by: map))
            map.willCommit()
            return (result, map.trips)
        }
        made.withLock { $0 += trips }
        return result
    }

    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        let (result, trips) = try await base.read { snapshot in
            let map = IdentityMap()
            return (try body(ObservedSnapshot(snapshot, by: map)), map.trips)
        }
        made.withLock { $0 += trips }
        return result
    }

    package func scrub() async throws { try await base.scrub() }

    package func close() async { await base.close() }
}

/// What one transaction has read, and the round trips that this took.
private final class IdentityMap: TransactionObserver {
    private(set) var trips: [String] = []
    private var known: Set<Prefetch> = []

    func willRead(_ row: Prefetch?, _ name: String) {
        if let row, known.contains(row) { return }
        trips.append(row.map { "\($0)" } ?? name)
    }

    func didRead(_ rows: [Prefetch]) { known.formUnion(rows) }

    func prefetch(_ rows: [Prefetch], _ read: (Prefetch) throws -> [Prefetch]) throws {
        let fresh = rows.filter { !known.contains($0) }
        guard !fresh.isEmpty else { return }
        trips.append("prefetch of \(fresh.count)")
        for row in fresh { known.formUnion(try read(row)) }
    }

    func write(_ effect: WriteEffect, _ write: @escaping () throws -> Void) throws {
        try write()
        apply(effect)
    }

    func number<Row>(
        _ effect: (Row) -> WriteEffect,
        _ write: () throws -> Row,
        orElse substitute: () -> Row
    ) throws -> Row {
        let row = try write()
        apply(effect(row))
        return row
    }

    private func apply(_ effect: WriteEffect) {
        if let hides = effect.hides { known = known.filter { !hides($0) } }
        if let condition = effect.condition, !known.contains(condition) { return }
        known.formUnion(effect.tells)
    }

    func forgetAll() { known = [] }

    func willCommit() { trips.append("commit") }
}
