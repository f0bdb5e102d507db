package import AlarmCore
package import Storage

/// The last heartbeat that a relay left in its store: its time, and what came after it.
package struct StoredHeartbeat: Hashable, Sendable {
    /// The name of the value in the store.
    static let key = "relay/alive"

    /// What is known of the time after a heartbeat.
    package enum Ending: String, Hashable, Sendable {
        /// Nothing: the relay runs, or ended without notice.
        case alive
        /// The relay was told to stop.
        case stopped
        /// The store was restored from a backup.
        case restored
    }

    package let at: Instant
    package let ending: Ending

    /// Whether the relay was told to stop.
    package var isLast: Bool { ending == .stopped }

    init(at: Instant, ending: Ending) {
        self.at = at
        self.ending = ending
    }

    /// Parses a stored heartbeat; nil for anything else.
    init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let milliseconds = Int64(words[0]), let ending = Ending(rawValue: String(words[1]))
        else { return nil }
        self.init(at: Instant(milliseconds: milliseconds), ending: ending)
    }

    /// The last heartbeat in a store; nil where no relay has run on it.
    package static func last(in snapshot: any Snapshot) throws -> StoredHeartbeat? {
        try snapshot.value(key).flatMap { StoredHeartbeat($0) }
    }

    /// The last sign of life in a store: its last heartbeat, or that of a node which has ended since, at `heartbeat`.
    ///
    /// After a restoration what counts is the backup, and not what a node did before it was made.
    static func last(in snapshot: any Snapshot, or heartbeat: Instant?) throws -> StoredHeartbeat? {
        guard let last = try last(in: snapshot) else { return nil }
        guard last.ending != .restored, let heartbeat, heartbeat > last.at else { return last }
        return StoredHeartbeat(at: heartbeat, ending: .alive)
    }

    /// The stored form: a number and a word, readable by anyone who looks into a database.
    var bytes: [UInt8] { Array("\(at.milliseconds) \(ending.rawValue)".utf8) }
}
