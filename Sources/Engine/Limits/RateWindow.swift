package import AlarmCore
package import AlarmWire
package import Storage

/// A count of what somebody did within an hour, or a day, of the first time.
struct RateWindow {
    /// The time of the first change.
    let start: Instant
    /// How long it counts.
    let length: Span
    /// The number of changes.
    var count: Int
    /// The end of the window.
    var end: Instant { start + length }

    /// Decodes a stored window, or begins a new one where that has ended, is missing or unreadable.
    init(_ bytes: [UInt8]?, of length: Span = .hours(1), at now: Instant) {
        let words = (bytes ?? []).count == 16 ? Identifier<RateWindow>(bytes: bytes ?? []) : nil
        let start = Instant(milliseconds: Int64(bitPattern: words?.high ?? 0))
        self.length = length
        guard let words, start <= now, now < start + length, let count = Int(exactly: words.low) else {
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

extension RateWindow {
    /// The window as told: after `amount` was counted, or with what is left where it would be too much.
    fileprivate func state(after amount: Int, of limit: Int, at now: Instant) -> QuotaState {
        let isRefused = count > limit
        return QuotaState(
            "",
            quota: limit,
            window: length,
            available: isRefused ? limit - (count - amount) : limit - count,
            renewal: end - now,
            spent: isRefused ? 0 : amount,
            isRefused: isRefused
        )
    }
}

extension Transaction {
    /// Counts `amount` changes under `key` against the limits of an hour and of a day, in one value.
    ///
    /// A day's limit below the hour's, as where an operator has raised that alone, counts as the hour's.
    ///
    /// - Throws: `refusal` of the limit that is reached, which rolls the counts back with the transaction.
    package func count(
        _ amount: Int = 1,
        under key: String,
        perHour: Int,
        perDay: Int,
        at now: Instant,
        noting note: (QuotaState) -> Void,
        refusal: (_ limit: Int, _ unit: String) -> Problem
    ) throws {
        let perDay = max(perDay, perHour)
        let stored = try value(key) ?? []
        var hour = RateWindow(Array(stored.prefix(16)), of: .hours(1), at: now)
        var day = RateWindow(Array(stored.dropFirst(16)), of: .days(1), at: now)
        hour.count += amount
        day.count += amount
        note(hour.state(after: amount, of: perHour, at: now))
        guard hour.count <= perHour else { throw refusal(perHour, "an hour").after(hour.end - now) }
        note(day.state(after: amount, of: perDay, at: now))
        guard day.count <= perDay else { throw refusal(perDay, "a day").after(day.end - now) }
        try setValue(hour.bytes + day.bytes, for: key, until: max(hour.end, day.end))
    }

    /// Counts `amount` changes under `key` against the limit of a span.
    ///
    /// - Throws: `refusal` beyond the limit, which rolls the count back with the transaction.
    package func count(
        _ amount: Int,
        under key: String,
        within span: Span,
        limit: Int,
        at now: Instant,
        noting note: (QuotaState) -> Void = { _ in },
        refusal: @autoclosure () -> Problem
    ) throws {
        var window = RateWindow(try value(key), of: span, at: now)
        window.count += amount
        note(window.state(after: amount, of: limit, at: now))
        guard window.count <= limit else { throw refusal().after(window.end - now) }
        try setValue(window.bytes, for: key, until: window.end)
    }
}

extension Problem {
    /// The same problem, which lasts for a span.
    ///
    /// The answer says so in a header of its own, which clients write in their readers' language.
    package func after(_ span: Span) -> Problem {
        var problem = self
        problem.retryAfter = max(span, .seconds(1))
        return problem
    }
}
