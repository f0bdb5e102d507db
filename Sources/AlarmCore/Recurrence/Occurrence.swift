/// One occurrence of a recurrence.
public struct Occurrence: Hashable, Sendable {
    /// The effect of a DST change on the nominal time.
    public enum Adjustment: Hashable, Sendable {
        /// Nothing: the clocks show the nominal time once.
        case none
        /// The clocks skip the nominal time; the instant is as long after the gap's start (RFC 5545, section 3.3.10).
        case movedOutOfGap
        /// The clocks show the nominal time twice; the instant is the first.
        case firstOfTwo
    }

    /// The time that the rule names, on the clocks of its zone.
    public let nominal: LocalDateTime
    /// The instant at which it happens.
    public let instant: Instant
    /// The effect of a DST change on the nominal time.
    public let adjustment: Adjustment
    /// The number of the occurrence, from 1; known only for rules with `COUNT`, which are counted from the start.
    public let index: Int?

    init(nominal: LocalDateTime, resolution: Resolution, index: Int?) {
        self.nominal = nominal
        self.instant = resolution.instant
        self.index = index
        self.adjustment =
            switch resolution {
            case .unique: .none
            case .gap: .movedOutOfGap
            case .repeated: .firstOfTwo
            }
    }
}
