import Synchronization

/// A value that a callback sets for its caller.
package final class SharedValue<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    package init(_ value: Value) {
        storage = Mutex(value)
    }

    package var value: Value { storage.withLock { $0 } }

    package func set(_ value: Value) {
        storage.withLock { $0 = value }
    }
}
