import AlarmCore

/// How many changes one person made to another's alarms within the hour that began with the first of them.
struct ChangeWindow {
    private static let length = Span.hours(1)

    /// When the first of them was made.
    let start: Instant
    /// How many there were.
    var count: Int
    /// When it is over.
    var end: Instant { start + Self.length }

    /// Reads what was kept, or begins a new window where that is over, missing or unreadable.
    init(_ bytes: [UInt8]?, at now: Instant) {
        let words = (bytes ?? []).count == 16 ? Identifier<ChangeWindow>(bytes: bytes ?? []) : nil
        let start = Instant(milliseconds: Int64(bitPattern: words?.high ?? 0))
        guard let words, start <= now, now < start + Self.length, let count = Int(exactly: words.low) else {
            self.start = now
            self.count = 0
            return
        }
        self.start = start
        self.count = count
    }

    /// What is kept of it: start and count, eight bytes each.
    var bytes: [UInt8] {
        Identifier<ChangeWindow>(high: UInt64(bitPattern: start.milliseconds), low: UInt64(max(count, 0))).bytes
    }
}
