import AlarmCore

/// When an alarm is due, as somebody wrote it.
enum DueTime: Hashable, Sendable {
    /// A time with its offset, in seconds east of UTC, as `2026-01-01T07:00:00+01:00`.
    case instant(Instant, secondsEast: Int)
    /// A time on a zone's clocks, as `2026-01-01T07:00:00`.
    case local(LocalDateTime)
    /// The next time that a zone's clocks show this, as `07:00`.
    case timeOfDay(LocalTime)
    /// That much later than now, as `10m`.
    case delay(Span)

    /// Reads what follows `--at`.
    ///
    /// - Throws: what is wrong with the text, and where.
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

    /// Reads what follows `--in`.
    ///
    /// - Throws: what is wrong with the text, and where.
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

    /// Whether it means nothing without a zone.
    var needsZone: Bool {
        switch self {
        case .instant, .delay: false
        case .local, .timeOfDay: true
        }
    }

    /// The instant, seen from `now`; nil where a zone is needed and none is given.
    func instant(now: Instant, zone: ZoneRules?) -> Instant? {
        switch self {
        case .instant(let instant, _): instant
        case .delay(let span): now + span
        case .local(let local): zone?.resolve(local).instant
        case .timeOfDay(let time): zone?.next(time, after: now)
        }
    }

    /// The time on the zone's clocks as it was written, even where they skip it that day; nil where no clock was named.
    func nominal(now: Instant, zone: ZoneRules?) -> LocalDateTime? {
        switch self {
        case .instant, .delay: nil
        case .local(let local): local
        case .timeOfDay(let time): zone?.upcoming(time, after: now)
        }
    }

    /// The offset of the clock by which it was written, in seconds east; what names no clock is written in UTC.
    func secondsEast(at instant: Instant, zone: ZoneRules?) -> Int {
        switch self {
        case .instant(_, let secondsEast): secondsEast
        case .delay, .local, .timeOfDay: zone?.offset(at: instant).secondsEast ?? 0
        }
    }

    /// The offset at the end of a time that was read already: `Z` or `±HH:MM`.
    private static func secondsEast(of text: String) -> Int {
        let numbers = text.suffix(5).split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, let sign = text.dropLast(5).last, "+-".contains(sign) else { return 0 }
        return (sign == "-" ? -1 : 1) * (numbers[0] * 60 + numbers[1]) * 60
    }

    /// `07:00` or `07:00:30`, else nil.
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

/// Why a text is no time for an alarm.
enum DueTimeError: Error, Hashable, Sendable {
    /// Neither a time of day nor a date with a time.
    case unreadable(ISO8601Error)
    /// No span.
    case badDelay(SpanError)
    /// A span into the past.
    case negativeDelay
}

extension DueTimeError: CustomStringConvertible {
    /// What is wrong and what to write instead.
    var description: String {
        switch self {
        case .unreadable(let error):
            "\(error); write 2026-01-01T07:00:00+01:00, or 07:00 with --zone"
        case .badDelay(let error): "\(error)"
        case .negativeDelay: "the time would be in the past; write a span such as 10m"
        }
    }
}
