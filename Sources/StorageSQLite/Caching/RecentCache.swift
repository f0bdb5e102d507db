/// The most recently used values, in two halves.
///
/// When the young half is full it becomes the old one, and the former old half is dropped.
struct RecentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let halfCapacity: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Makes a cache that holds between `halfCapacity` and twice as many values, once enough were requested.
    init(halfCapacity: Int) {
        self.halfCapacity = halfCapacity
    }

    /// Returns the value under `key` and marks it as recently used.
    mutating func value(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key)
        return value
    }

    /// Stores a value.
    mutating func keep(_ value: Value, for key: Key) {
        if young.count >= halfCapacity {
            old = young
            young = [:]
        }
        young[key] = value
    }

    /// Removes the value under `key`.
    mutating func forget(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    /// Removes every value.
    mutating func forgetAll() {
        young = [:]
        old = [:]
    }
}
