/// The hours of every day in which a dweller is not to be asked or watched for stillness.
///
/// They are times on the wall clock wherever the dweller is, so that every question takes a zone. Each day's begin and end
/// at the instants at which an alarm for these times would ring: a time that the clocks skip is moved out of the gap, one
/// that they show twice counts the first time (see ``Resolution``).
public struct QuietHours: Hashable, Sendable {
    /// When they begin.
    public let from: LocalTime
    /// When they end, exclusive; the next day if that is not later than ``from``.
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

    /// Whether `instant` lies within them.
    public func contains(_ instant: Instant, in zone: ZoneRules) -> Bool {
        end(at: instant, in: zone) != nil
    }

    /// The end of those that are in force at `instant`; nil if none are.
    public func end(at instant: Instant, in zone: ZoneRules) -> Instant? {
        spans(around: instant, in: zone).first { $0.contains(instant) }?.upperBound
    }

    /// The first end later than `instant`, whether or not they are in force.
    public func nextEnd(after instant: Instant, in zone: ZoneRules) -> Instant? {
        spans(around: instant, in: zone).first { $0.upperBound > instant }?.upperBound
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
    /// The same times in order; what overlaps or touches is one.
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
