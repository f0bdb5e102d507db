import AlarmCore

/// The time at which an alarm is due, as typed.
enum DueTime: Hashable, Sendable {
    /// A time with its offset, in seconds east of UTC, as `2026-01-01T07:00:00+01:00`.
    case instant(Instant, secondsEast: Int)
    /// A time on a zone's clocks, as `2026-01-01T07:00:00`.
    case local(LocalDateTime)
    /// The next time at which a zone's clocks show this time, as `07:00`.
    case timeOfDay(LocalTime)
    /// A delay from now, as `10m`.
    case delay(Span)

    /// Reads the value of `--at`.
    ///
    /// - Throws: the fault of the text, with its place.
    init(at text: String) throws(DueTimeError) {
        if let time = Self.timeOfDay(text) {
            self = .timeOfDay(time)
            return
        }
        do {
            switch try Timestamp(iso8601: text) {
            case .instant(let instant): self = .instant(instant, secondsEast: Self.secondsEast(of: text))
            case .local(let local): self = .local(local)
            }
        } catch {
            throw .unreadable(error)
        }
    }

    /// Reads the value of `--in`.
    ///
    /// - Throws: the fault of the text, with its place.
    init(in text: String) throws(DueTimeError) {
        let span: Span
        do {
            span = try Span(text: text)
        } catch {
            throw .badDelay(error)
        }
        guard span >= .zero else { throw .negativeDelay }
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

    /// Returns the offset at the end of a valid time: `Z` or `±HH:MM`.
    private static func secondsEast(of text: String) -> Int {
        let numbers = text.suffix(5).split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, let sign = text.dropLast(5).last, "+-".contains(sign) else { return 0 }
        return (sign == "-" ? -1 : 1) * (numbers[0] * 60 + numbers[1]) * 60
    }

    /// Reads `07:00` or `07:00:30`; nil for other text.
    private static func timeOfDay(_ text: String) -> LocalTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({
                $0.utf8.count == 2 && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { return nil }
        return LocalTime(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    }
}

/// Why a text is not a valid time for an alarm.
enum DueTimeError: Error, Hashable, Sendable {
    /// The text is neither a time of day nor a date with a time.
    case unreadable(ISO8601Error)
    /// The text is not a span.
    case badDelay(SpanError)
    /// The span is negative.
    case negativeDelay
}

extension DueTimeError: CustomStringConvertible {
    /// The fault, and what to write instead.
    var description: String {
        switch self {
        case .unreadable(let error):
            "\(error); write 2026-01-01T07:00:00+01:00, or 07:00 with --zone"
        case .badDelay(let error): "\(error)"
        case .negativeDelay: "the time would be in the past; write a span such as 10m"
        }
    }
}
