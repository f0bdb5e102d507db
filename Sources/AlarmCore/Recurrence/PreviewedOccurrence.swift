/// A coming time of a recurrence as it is shown to a person beforehand: local time, UTC, and the effect of clock
/// changes.
public struct PreviewedOccurrence: Hashable, Sendable {
    /// The effect of a clock change on an occurrence.
    public enum Note: Hashable, Sendable {
        /// The clocks skip the time that the rule names; the alarm rings later by the length of the gap.
        case skipped(nominal: LocalDateTime, rings: LocalDateTime)
        /// The clocks show the time twice; the alarm rings at the first.
        case repeated(LocalDateTime)
        /// The clocks have been put forward since the occurrence before, so that this one is earlier in UTC by the
        /// span; negative where they were put back.
        case clocksPutForward(Span)
    }

    /// The time at which the alarm rings.
    public let instant: Instant
    /// The local time at which the alarm rings.
    public let local: LocalDateTime
    /// The offset of the clocks at that instant, in seconds east of UTC.
    public let secondsEast: Int
    /// The effect of a clock change; nil without one.
    public let note: Note?

    /// Whether the clocks skip the time or show it twice, so that a person may expect the alarm at another moment.
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
    /// A description for the person who sets the alarm.
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
    /// Previews the ring at `nominal` in `zone`; the clocks had the offset `former` at the occurrence before.
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
    /// Previews an alarm for `instant` on this zone's clocks; no clock change moves it.
    public func preview(at instant: Instant) -> PreviewedOccurrence {
        PreviewedOccurrence(
            instant: instant,
            local: localDateTime(at: instant),
            secondsEast: offset(at: instant).secondsEast,
            note: nil
        )
    }

    /// Previews an alarm for `local` on this zone's clocks, with the effect of clock changes.
    public func preview(of local: LocalDateTime) -> PreviewedOccurrence {
        PreviewedOccurrence(local, resolve(local), in: self, former: nil)
    }
}

extension Recurrence {
    /// The next `count` times at most, later than `instant`.
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
