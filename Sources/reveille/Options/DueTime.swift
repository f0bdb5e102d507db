import AlarmCore

/// The time at which an alarm is due, as typed.
enum DueTime: Hashable, Sendable {
    /// A time with its offset, in seconds east of UTC, as `2026-01-01T07:00:00+01:00`.
    case instant(Instant, secondsEast: Int)
    /// A time on a zone's clocks, as `2026-01-01 07:00`.
    case local(LocalDateTime)
    /// The next time at which a zone's clocks show this time, as `7:00` or `7am`.
    case timeOfDay(LocalTime)
    /// A delay from now, as `10m`.
    case delay(Span)

    /// Reads the value of `--at`.
    ///
    /// - Throws: what to write instead.
    init(at text: String) throws(DueTimeError) {
        if let time = TypedTime(text)?.time {
            self = .timeOfDay(time)
            return
        }
        let full = Self.completed(text)
        do {
            switch try Timestamp(iso8601: full) {
            case .instant(let instant): self = .instant(instant, secondsEast: Self.secondsEast(of: full))
            case .local(let local): self = .local(local)
            }
        } catch {
            if case .outOfRange(let field, let value, let allowed, _) = error {
                throw .noSuchTime(text, field: field.rawValue, value: value, allowed: allowed)
            }
            throw .unreadable(text)
        }
    }

    /// Reads the value of `--in`.
    ///
    /// - Throws: what to write instead.
    init(in text: String) throws(DueTimeError) {
        guard let span = try? Span(text: text) else { throw .badDelay(text) }
        guard span >= .zero else { throw .negativeDelay(text) }
        self = .delay(span)
    }

    /// Whether the time needs a zone.
    var needsZone: Bool {
        switch self {
        case .instant, .delay: false
        case .local, .timeOfDay: true
        }
    }

    /// Returns the instant, as of `now`; nil where a zone is needed and none is given.
    func instant(now: Instant, zone: ZoneRules?) -> Instant? {
        switch self {
        case .instant(let instant, _): instant
        case .delay(let span): now + span
        case .local(let local): zone?.resolve(local).instant
        case .timeOfDay(let time): zone?.next(time, after: now)
        }
    }

    /// Returns the typed local time, even where the zone's clocks skip it that day; nil where no clock time was typed.
    func nominal(now: Instant, zone: ZoneRules?) -> LocalDateTime? {
        switch self {
        case .instant, .delay: nil
        case .local(let local): local
        case .timeOfDay(let time): zone?.upcoming(time, after: now)
        }
    }

    /// Returns the offset of the typed time, in seconds east; UTC where no clock time was typed.
    func secondsEast(at instant: Instant, zone: ZoneRules?) -> Int {
        switch self {
        case .instant(_, let secondsEast): secondsEast
        case .delay, .local, .timeOfDay: zone?.offset(at: instant).secondsEast ?? 0
        }
    }

    /// Completes `2026-01-01 7:00` or `2026-01-01T07:00+01:00` to the form that RFC 3339 asks for; leaves other text.
    private static func completed(_ text: String) -> String {
        let date = text.prefix(10)
        guard text.count > 11, let separator = text.dropFirst(10).first, "Tt ".contains(separator) else { return text }
        let rest = text.dropFirst(11)
        let end = rest.firstIndex { "Zz+-".contains($0) } ?? rest.endIndex
        guard let typed = TypedTime(String(rest[..<end])) else { return text }
        guard let time = typed.time else { return "\(date)T\(typed.digits)\(rest[end...])" }
        return "\(date)T\(time.iso8601)\(rest[end...])"
    }

    /// Returns the offset at the end of a valid time: `Z` or `±HH:MM`.
    private static func secondsEast(of text: String) -> Int {
        let numbers = text.suffix(5).split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, let sign = text.dropLast(5).last, "+-".contains(sign) else { return 0 }
        return (sign == "-" ? -1 : 1) * (numbers[0] * 60 + numbers[1]) * 60
    }
}

/// A time of day as people type it: `7:00`, `07:00:30`, `7am`, `7:30 pm`.
private struct TypedTime {
    /// The time; nil for one that no clock shows, as in `25:00`.
    let time: LocalTime?
    /// The numbers with two digits each, as in `25:00:00`.
    let digits: String

    /// Reads a time of day; nil for other text.
    init?(_ text: String) {
        var body = text.lowercased()[...]
        let half = ["am", "pm"].first { body.hasSuffix($0) }
        if half != nil {
            body = body.dropLast(2)
            if body.last == " " { body = body.dropLast() }
        }
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard (half == nil ? 2...3 : 1...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            parts.joined().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        var numbers = parts.compactMap { Int($0) } + [0, 0]
        if let half {
            guard (1...12).contains(numbers[0]) else { return nil }
            numbers[0] = numbers[0] % 12 + (half == "pm" ? 12 : 0)
        }
        time = LocalTime(hour: numbers[0], minute: numbers[1], second: numbers[2])
        digits = numbers.prefix(3).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// Why a text is not a valid time for an alarm.
enum DueTimeError: Error, Hashable, Sendable {
    /// The text is neither a time of day nor a date with a time.
    case unreadable(String)
    /// The text names a day or a time that does not exist.
    case noSuchTime(String, field: String, value: Int, allowed: ClosedRange<Int>)
    /// The text is not a span.
    case badDelay(String)
    /// The span is negative.
    case negativeDelay(String)
}

extension DueTimeError: CustomStringConvertible {
    /// The fault, and what to write instead.
    var description: String {
        switch self {
        case .unreadable(let text):
            "\(text.quoted) is no time; write 7:00, 7am, 2026-01-01 07:00, or 2026-01-01T07:00:00+01:00"
        case .noSuchTime(let text, let field, let value, let allowed):
            "\(text.quoted) has no \(field) \(value); it can be \(allowed.lowerBound) to \(allowed.upperBound)"
        case .badDelay(let text): "\(text.quoted) is no length of time; write 90s, 10m, 1h30m or 2d"
        case .negativeDelay(let text):
            "\(text.quoted) lies in the past; write how much later than now, as in 10m"
        }
    }
}

extension String {
    /// The text in quotes, cut where it is long, without what a terminal would obey.
    fileprivate var quoted: String { "'\(String(prefix(40)).asForeign)'" }
}
