import AlarmCore

extension FuzzTarget {
    /// Zone files.
    static let zone = FuzzTarget(name: "zone") { input in
        guard let zone = try? ZoneRules(tzif: input) else { return }
        for instant in instants {
            let local = zone.localDateTime(at: instant)
            let resolution = zone.resolve(local)
            guard case .gap = resolution else {
                require(zone.localDateTime(at: resolution.instant) == local, "\(local) is shown when it is resolved to")
                continue
            }
            require(false, "\(local) is shown at \(instant), and cannot lie in a gap")
        }
        for (time, instant) in zip(times, instants) { _ = zone.next(time, after: instant) }
        let years = Instant(seconds: 0)...Instant(seconds: 4_102_444_800)
        if let rule = try? RecurrenceRule("FREQ=DAILY;BYHOUR=2;BYMINUTE=30") {
            let start = zone.localDateTime(at: years.lowerBound)
            let recurrence = Recurrence(rule: rule, start: start, zone: zone)
            var last = years.lowerBound
            for occurrence in recurrence.occurrences(after: last).prefix(4) {
                require(occurrence.instant > last, "occurrences come in order")
                last = occurrence.instant
            }
        }
    }

    /// Some of 1900 to 2100, around the ends of 32 bits, and beyond what a calendar holds.
    private static let instants: [Instant] =
        stride(from: Int64(-2_208_988_800), through: 4_102_444_800, by: 15_778_800).map { Instant(seconds: $0) }
        + [-2_147_483_649, -2_147_483_648, -1, 0, 2_147_483_647, 2_147_483_648].map { Instant(seconds: $0) }

    private static let times = (0..<24).compactMap { LocalTime(hour: $0, minute: 30) }
}
