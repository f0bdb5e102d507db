import AlarmCore
import Testing

@Suite("The times that the clocks skip or show twice")
struct AmbiguousTimesTests {
    @Test("They are those that one finds by looking at every occurrence", arguments: [91, 92] as [UInt64])
    func everyOccurrence(seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var found = 0
        for name in ["Europe/Berlin", "Africa/Casablanca", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Tokyo"] {
            let zone = try InstalledZones.zone(name)
            let changes = try ClockChanges(of: zone)
            for _ in 0..<20 {
                let time = generator.time(around: changes)
                let rule = try generator.rule(hitting: time)
                let recurrence = Recurrence(rule: rule, start: generator.start(of: rule, before: time), zone: zone)
                guard let first = recurrence.next(after: Instant(milliseconds: .min))?.instant else { continue }
                let (from, end) = (first - .milliseconds(1), first + .days(1500))
                let expected = recurrence.occurrences(after: from).prefix { $0.instant <= end }
                    .filter { $0.adjustment != .none }.map(\.instant)
                let all = recurrence.ambiguousTimes(after: from, through: end, limit: .max)
                #expect(all.map(\.instant) == expected, "seed \(seed): \(rule) from \(recurrence.start) in \(name)")
                #expect(all.allSatisfy { $0.isAmbiguous })
                #expect(recurrence.ambiguousTimes(after: from, through: end, limit: 1) == Array(all.prefix(1)))
                found += all.count
            }
        }
        #expect(found > 100)
    }

    @Test("A rule that rings every minute is looked through in no time, and an empty span holds nothing")
    func density() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        let rule = try RecurrenceRule(.daily, hours: Array(0...23), minutes: Array(0...59))
        let recurrence = Recurrence(rule: rule, start: try local("2027-01-01T00:00:00"), zone: zone)
        let (start, end) = (try instant("2027-01-01T00:00:00Z"), try instant("2028-01-01T00:00:00Z"))
        // Times in the skipped hour coincide with those of the next and ring once; only repeated times remain.
        let times = recurrence.ambiguousTimes(after: start, through: end, limit: 1000)
        #expect(times.count >= 60)
        #expect(recurrence.ambiguousTimes(after: end, through: start, limit: 1000).isEmpty)
    }
}
