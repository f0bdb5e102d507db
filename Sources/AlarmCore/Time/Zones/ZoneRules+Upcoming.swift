extension ZoneRules {
    /// The first instant after `instant` at which the zone's clocks show `time`.
    ///
    /// Where a clock change skips the time that day, the instant to which it is moved (see ``Resolution``); where it comes
    /// twice, the first one.
    public func next(_ time: LocalTime, after instant: Instant) -> Instant {
        upcoming(time, after: instant).map { resolve($0).instant } ?? instant
    }

    /// The first date after `instant` with `time`, whether or not the zone's clocks show it that day.
    public func upcoming(_ time: LocalTime, after instant: Instant) -> LocalDateTime? {
        let today = localDateTime(at: instant).date
        return (0...2).lazy.map { LocalDateTime(date: today.adding(days: $0), time: time) }
            .first { resolve($0).instant > instant }
    }
}
