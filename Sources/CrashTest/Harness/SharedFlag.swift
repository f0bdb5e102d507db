import Synchronization

/// Something that happens once, and that others look at.
final class SharedFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether it has happened.
    var isUp: Bool { flag.load(ordering: .acquiring) }

    /// It happens.
    func raise() { flag.store(true, ordering: .releasing) }
}
