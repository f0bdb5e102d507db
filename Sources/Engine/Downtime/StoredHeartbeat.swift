package import AlarmCore
package import Storage

/// The last heartbeat that a relay left in its store: its time, and whether the relay was told to stop.
package struct StoredHeartbeat: Hashable, Sendable {
    /// The name of the value in the store.
    static let key = "relay/alive"

    package let at: Instant
    /// Whether the relay was told to stop.
    package let isLast: Bool

    init(at: Instant, isLast: Bool) {
        self.at = at
        self.isLast = isLast
    }

    /// Parses a stored heartbeat; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let milliseconds = Int64(words[0]) else { return nil }
        switch words[1] {
        case "alive": isLast = false
        case "stopped": isLast = true
        default: return nil
        }
        at = Instant(milliseconds: milliseconds)
    }

    /// The last heartbeat in a store; nil where no relay has run on it.
    package static func last(in snapshot: any Snapshot) throws -> StoredHeartbeat? {
        try snapshot.value(key).flatMap { StoredHeartbeat($0) }
    }

    /// The stored form: a number and a word, readable by anyone who looks into a database.
    var bytes: [UInt8] { Array("\(at.milliseconds) \(isLast ? "stopped" : "alive")".utf8) }
}
