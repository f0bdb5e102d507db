extension ZoneRules {
    /// The first instant after `instant` at which the zone's clocks show `time`.
    ///
    /// Where a clock change skips the time that day, the instant to which it is moved (see ``Resolution``); where it comes
    /// twice, the first one.
    public func next(_ time: LocalTime, after instant: Instant) -> Instant {
        let today = localDateTime(at: instant).date
        for days in 0...2 {
            let candidate = resolve(LocalDateTime(date: today.adding(days: days), time: time)).instant
            if candidate > instant { return candidate }
        }
        return instant
    }
}
