import Synchronization

/// A flag that is raised once and can be read from any thread.
final class SharedFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether the flag has been raised.
    var isUp: Bool { flag.load(ordering: .acquiring) }

    func raise() { flag.store(true, ordering: .releasing) }
}
