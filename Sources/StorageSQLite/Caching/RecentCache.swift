/// The values asked for last, in two halves: when the young half is full it becomes the old one, and what was the old one is
/// forgotten.
struct Recent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let halfCapacity: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Holds between `halfCapacity` and twice as many values, once so many were asked for.
    init(halfCapacity: Int) {
        self.halfCapacity = halfCapacity
    }

    /// The value under `key`, which stays for another while.
    mutating func value(_ key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        keep(value, for: key)
        return value
    }

    /// Keeps a value.
    mutating func keep(_ value: Value, for key: Key) {
        if young.count >= halfCapacity {
            old = young
            young = [:]
        }
        young[key] = value
    }

    /// Forgets the value under `key`.
    mutating func forget(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    /// Forgets every value.
    mutating func forgetAll() {
        young = [:]
        old = [:]
    }
}
