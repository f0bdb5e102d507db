/// One coming time of a recurrence as a person wants to see it before it bites: on the zone's clocks and in UTC, and what
/// a clock change does to it.
public struct PreviewedOccurrence: Hashable, Sendable {
    /// What a clock change does to an occurrence.
    public enum Note: Hashable, Sendable {
        /// The clocks skip the time that the rule names, so that it rings later, by as much as they are put forward.
        case skipped(nominal: LocalDateTime)
        /// The clocks show the time twice; it rings at the first.
        case repeated
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
        case .skipped(let nominal):
            "the clocks skip \(nominal.time.iso8601) on this day: it rings as long after the change as it would have been"
        case .repeated: "the clocks show this time twice: it rings at the first"
        case .clocksPutForward(let span) where span < .zero:
            "the clocks have been put back since the time before: \(-span) later in UTC"
        case .clocksPutForward(let span):
            "the clocks have been put forward since the time before: \(span) earlier in UTC"
        }
    }
}

extension Recurrence {
    /// The coming times, at most `count` of them, later than `instant`.
    public func preview(_ count: Int, after instant: Instant = Instant(milliseconds: .min)) -> [PreviewedOccurrence] {
        var result: [PreviewedOccurrence] = []
        for occurrence in occurrences(after: instant).prefix(max(count, 0)) {
            let east = zone.offset(at: occurrence.instant).secondsEast
            let change = east - (result.last?.secondsEast ?? east)
            let note: PreviewedOccurrence.Note? =
                switch occurrence.adjustment {
                case .movedOutOfGap: .skipped(nominal: occurrence.nominal)
                case .firstOfTwo: .repeated
                case .none: change == 0 ? nil : .clocksPutForward(.seconds(Int64(change)))
                }
            result.append(
                PreviewedOccurrence(
                    instant: occurrence.instant,
                    local: zone.localDateTime(at: occurrence.instant),
                    secondsEast: east,
                    note: note
                )
            )
        }
        return result
    }
}
