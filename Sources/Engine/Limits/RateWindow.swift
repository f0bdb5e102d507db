package import AlarmCore
package import AlarmWire
package import Storage

/// A count of the changes that one person made to another's alarms within an hour of the first.
struct RateWindow {
    private static let length = Span.hours(1)

    /// The time of the first change.
    let start: Instant
    /// The number of changes.
    var count: Int
    /// The end of the window.
    var end: Instant { start + Self.length }

    /// Decodes a stored window, or begins a new one where that has ended, is missing or unreadable.
    init(_ bytes: [UInt8]?, at now: Instant) {
        let words = (bytes ?? []).count == 16 ? Identifier<RateWindow>(bytes: bytes ?? []) : nil
        let start = Instant(milliseconds: Int64(bitPattern: words?.high ?? 0))
        guard let words, start <= now, now < start + Self.length, let count = Int(exactly: words.low) else {
            self.start = now
            self.count = 0
            return
        }
        self.start = start
        self.count = count
    }

    /// The stored form: start and count, eight bytes each.
    var bytes: [UInt8] {
        Identifier<RateWindow>(high: UInt64(bitPattern: start.milliseconds), low: UInt64(max(count, 0))).bytes
    }
}

extension Transaction {
    /// Counts `amount` changes under `key` against the limit of an hour.
    ///
    /// - Throws: `refusal` beyond the limit, which rolls the count back with the transaction.
    package func count(
        _ amount: Int = 1,
        under key: String,
        limit: Int,
        at now: Instant,
        refusal: @autoclosure () -> Problem
    ) throws {
        var window = RateWindow(try value(key), at: now)
        window.count += amount
        guard window.count <= limit else { throw refusal() }
        try setValue(window.bytes, for: key, until: window.end)
    }
}
