/// The hours of every day in which a dweller is not asked, and stillness does not count.
///
/// They are wall-clock times wherever the dweller is, so every query takes a zone. They begin and end at the instants
/// at which an alarm for these times would ring: a time that the clocks skip is moved out of the gap; one that they
/// show twice counts the first time (see ``Resolution``).
public struct QuietHours: Hashable, Sendable {
    /// The time of day at which the quiet hours begin.
    public let from: LocalTime
    /// The exclusive end; on the next day if not later than ``from``.
    public let until: LocalTime

    /// Makes quiet hours, which may cross midnight.
    ///
    /// - Throws: ``CareError/quietHours`` when they begin as they end, or last less than 1 min or more than 18 h.
    public init(from: LocalTime, until: LocalTime) throws(CareError) {
        let seconds = (until.secondOfDay - from.secondOfDay).flooredModulo(86_400)
        guard CareLimits.quietHours.contains(.seconds(Int64(seconds))) else { throw .quietHours }
        self.from = from
        self.until = until
    }

    /// Whether `instant` lies within the quiet hours.
    public func contains(_ instant: Instant, in zone: ZoneRules) -> Bool {
        end(at: instant, in: zone) != nil
    }

    /// The end of the quiet hours in force at `instant`; nil outside them.
    public func end(at instant: Instant, in zone: ZoneRules) -> Instant? {
        spans(around: instant, in: zone).first { $0.contains(instant) }?.upperBound
    }

    /// The first beginning later than `instant`.
    public func nextStart(after instant: Instant, in zone: ZoneRules) -> Instant? {
        spans(around: instant, in: zone).first { $0.lowerBound > instant }?.lowerBound
    }

    /// The quiet hours of the days around `instant`, in order, none touching another.
    ///
    /// Two days before and three after cover a day that a zone leaves out, as Pacific/Apia did in 2011.
    func spans(around instant: Instant, in zone: ZoneRules) -> [Range<Instant>] {
        let today = zone.localDateTime(at: instant).date
        var spans: [Range<Instant>] = []
        for days in -2...3 {
            let date = today.adding(days: days)
            let lastDate = from < until ? date : date.adding(days: 1)
            let start = zone.resolve(LocalDateTime(date: date, time: from)).instant
            let end = zone.resolve(LocalDateTime(date: lastDate, time: until)).instant
            // A gap can swallow short quiet hours, or push their beginning past their end.
            if start < end { spans.append(start..<end) }
        }
        return spans.merged
    }
}

extension [Range<Instant>] {
    /// The same spans in order; overlapping and touching ones are joined.
    var merged: [Range<Instant>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, span in
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
    }
}
