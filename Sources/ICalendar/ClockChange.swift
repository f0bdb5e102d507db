import AlarmCore

/// One change of a zone's clocks.
struct ClockChange: Hashable, Sendable {
    /// What changes at it.
    struct Kind: Hashable, Sendable {
        /// The offset until then.
        let from: Int
        /// The offset from then on.
        let offset: ZoneOffset
        /// The abbreviation until then.
        let formerAbbreviation: String
        /// Whether it was daylight saving time until then.
        let wasDaylightSaving: Bool

        /// Whether the offset, the name or the season changes.
        var isVisible: Bool {
            from != offset.secondsEast || formerAbbreviation != offset.abbreviation
                || wasDaylightSaving != offset.isDaylightSaving
        }
    }

    /// When it happens.
    let instant: Instant
    /// The time that the clocks would have shown had they not changed.
    let onset: LocalDateTime
    /// What changes.
    let kind: Kind

    /// The change at `instant`.
    init(at instant: Instant, in rules: ZoneRules) {
        let former = rules.offset(at: instant - .milliseconds(1))
        self.instant = instant
        kind = Kind(
            from: former.secondsEast,
            offset: rules.offset(at: instant),
            formerAbbreviation: former.abbreviation,
            wasDaylightSaving: former.isDaylightSaving
        )
        onset = ZoneRules.fixed(secondsEast: former.secondsEast).localDateTime(at: instant)
    }

    /// A change that changes nothing, at which the description of a zone begins.
    init(beginning instant: Instant, in rules: ZoneRules) {
        let offset = rules.offset(at: instant)
        let whole = Instant(seconds: instant.seconds)
        self.instant = whole
        kind = Kind(
            from: offset.secondsEast,
            offset: offset,
            formerAbbreviation: offset.abbreviation,
            wasDaylightSaving: offset.isDaylightSaving
        )
        onset = ZoneRules.fixed(secondsEast: offset.secondsEast).localDateTime(at: whole)
    }
}
