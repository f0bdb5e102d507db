import AlarmCore

extension FuzzTarget {
    /// Recurrence rules and the first of their times: one byte for the zone, eight for the start, then the rule.
    static let recurrence = FuzzTarget(name: "recurrence") { input in
        var pieces = FuzzInput(input)
        let zone = Zones.all[pieces.choice(of: Zones.all.count)]
        // The years 1900 to 2200.
        let start = Instant(milliseconds: pieces.number(in: -2_208_988_800_000...7_258_118_400_000))
        guard let rule = try? RecurrenceRule(pieces.text) else { return }
        require((try? RecurrenceRule(rule.description)) == rule, "a rule is read back: \(rule)")
        check(Recurrence(rule: rule, start: zone.localDateTime(at: start), zone: zone), from: start)
    }

    private static func check(_ recurrence: Recurrence, from start: Instant) {
        let first = Array(recurrence.occurrences(after: start - .days(2)).prefix(8))
        var last = start - .days(2)
        for occurrence in first {
            require(occurrence.instant > last, "occurrences come in order: \(last), \(occurrence.instant)")
            require(occurrence.nominal >= recurrence.start, "none comes before the start")
            require(recurrence.zone.resolve(occurrence.nominal).instant == occurrence.instant, "its zone has its say")
            // However it is asked for, the next one is the next one.
            require(recurrence.next(after: last) == occurrence, "the next after \(last) is \(occurrence.instant)")
            last = occurrence.instant
        }
        if case .count(let count) = recurrence.rule.end {
            require(first.count <= count, "a count is kept")
            require(
                first.map(\.index).allSatisfy { ($0 ?? 0) >= 1 && ($0 ?? 0) <= count },
                "a counted one knows its place"
            )
        }
    }
}
