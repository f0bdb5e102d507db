import Synchronization

/// Records events in the order in which they happen.
package final class EventOrder: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    package var entries: [String] { state.withLock { $0 } }

    package func add(_ entry: String) {
        state.withLock { $0.append(entry) }
    }
}
