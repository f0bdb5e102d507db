import Synchronization

/// Counts how often a body runs.
final class RunCount: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .acquiring) }

    /// Counts one run more; returns how many there are.
    @discardableResult
    func add() -> Int { number.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }
}
