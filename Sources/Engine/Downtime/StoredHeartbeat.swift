package import AlarmCore
package import Storage

/// The last word that a relay left in its store: when it lived, and whether it was told to stop then.
package struct LifeSign: Hashable, Sendable {
    /// Under which name the store keeps it.
    static let key = "relay/alive"

    package let at: Instant
    /// Whether the relay was told to stop.
    package let isLast: Bool

    init(at: Instant, isLast: Bool) {
        self.at = at
        self.isLast = isLast
    }

    /// Reads one; nil for what is none.
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

    /// The one in a store; nil where no relay has lived on it.
    package static func last(in snapshot: any Snapshot) throws -> LifeSign? {
        try snapshot.value(key).flatMap { LifeSign($0) }
    }

    /// As the store keeps it: a number and a word, for whoever looks into a database.
    var bytes: [UInt8] { Array("\(at.milliseconds) \(isLast ? "stopped" : "alive")".utf8) }
}
