import Synchronization

/// How much of a time that only grows has been counted already.
final class CountedTime: Sendable {
    private let counted = Mutex(0.0)

    /// Counts up to `total`; tells how much is new.
    func advance(to total: Double) -> Double {
        counted.withLock { counted in
            defer { counted = max(counted, total) }
            return max(total - counted, 0)
        }
    }
}
