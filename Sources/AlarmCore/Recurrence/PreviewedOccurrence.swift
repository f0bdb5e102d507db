/// One coming time of a recurrence as a person wants to see it before it bites: on the zone's clocks and in UTC, and what
/// a clock change does to it.
public struct PreviewedOccurrence: Hashable, Sendable {
    /// What a clock change does to an occurrence.
    public enum Note: Hashable, Sendable {
        /// The clocks skip the time that the rule names, so that it rings later, by as much as they are put forward.
        case skipped(nominal: LocalDateTime, rings: LocalDateTime)
        /// The clocks show the time twice; it rings at the first.
        case repeated(LocalDateTime)
        /// The clocks have been put forward since the occurrence before, so that it comes so much earlier in UTC; negative
        /// for put back, and later.
        case clocksPutForward(Span)
    }

    /// When it rings.
    public let instant: Instant
    /// What the zone's clocks show then.
    public let local: LocalDateTime
    /// The clocks' offset then, in seconds east of UTC.
    public let secondsEast: Int
    /// What a clock change does to it; nil where none matters.
    public let note: Note?

    /// Whether the clocks skip the time or show it twice, so that somebody may expect it at another moment.
    public var isAmbiguous: Bool {
        switch note {
        case .skipped, .repeated: true
        case .clocksPutForward, nil: false
        }
    }

    /// The offset as ISO 8601 writes it, as in `+02:00`; whole minutes, as all present-day zones have.
    public var offset: String {
        let minutes = secondsEast.magnitude / 60
        func twoDigits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(secondsEast < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}

extension PreviewedOccurrence.Note: CustomStringConvertible {
    /// In words for whoever sets the alarm.
    public var description: String {
        switch self {
        case .skipped(let nominal, let rings):
            "the clocks skip \(nominal.time.short) on \(nominal.date.iso8601): it rings at \(rings.time.short)"
                + (rings.date == nominal.date ? "" : " on \(rings.date.iso8601)")
        case .repeated(let local):
            "the clocks show \(local.time.short) twice on \(local.date.iso8601): it rings at the first"
        case .clocksPutForward(let span) where span < .zero:
            "the clocks have been put back since the time before: \(-span) later in UTC"
        case .clocksPutForward(let span):
            "the clocks have been put forward since the time before: \(span) earlier in UTC"
        }
    }
}

extension LocalTime {
    /// The time of day without seconds where there are none.
    fileprivate var short: String {
        second == 0 && millisecond == 0 ? String(iso8601.dropLast(3)) : iso8601
    }
}

extension PreviewedOccurrence {
    /// Shows when `nominal` rings by `zone`; the clocks had the offset `former` the time before.
    fileprivate init(_ nominal: LocalDateTime, _ resolution: Resolution, in zone: ZoneRules, former: Int?) {
        instant = resolution.instant
        local = zone.localDateTime(at: instant)
        secondsEast = zone.offset(at: instant).secondsEast
        let change = secondsEast - (former ?? secondsEast)
        note =
            switch resolution {
            case .gap: .skipped(nominal: nominal, rings: local)
            case .repeated: .repeated(nominal)
            case .unique: change == 0 ? nil : .clocksPutForward(.seconds(Int64(change)))
            }
    }
}

extension ZoneRules {
    /// What this zone's clocks show when an alarm for `instant` rings; no clock change moves it.
    public func preview(at instant: Instant) -> PreviewedOccurrence {
        PreviewedOccurrence(
            instant: instant,
            local: localDateTime(at: instant),
            secondsEast: offset(at: instant).secondsEast,
            note: nil
        )
    }

    /// When an alarm for `local` rings on this zone's clocks, and what a clock change does to it.
    public func preview(of local: LocalDateTime) -> PreviewedOccurrence {
        PreviewedOccurrence(local, resolve(local), in: self, former: nil)
    }
}

extension Recurrence {
    /// The coming times, at most `count` of them, later than `instant`.
    public func preview(_ count: Int, after instant: Instant = Instant(milliseconds: .min)) -> [PreviewedOccurrence] {
        var result: [PreviewedOccurrence] = []
        for occurrence in occurrences(after: instant).prefix(max(count, 0)) {
            let nominal = occurrence.nominal
            result.append(
                PreviewedOccurrence(nominal, zone.resolve(nominal), in: zone, former: result.last?.secondsEast)
            )
        }
        return result
    }
}
