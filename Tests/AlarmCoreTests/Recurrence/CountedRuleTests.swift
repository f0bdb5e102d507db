import AlarmCore
import Testing

/// Compares what is found by counting whole months with what is found by walking from the start.
@Suite("A rule with COUNT, asked in the middle")
struct CountedRuleTests {
    /// The recurrence of a random rule, with another end.
    private func draw(
        _ generator: inout RuleGenerator,
        _ count: Int,
        in zone: ZoneRules
    ) throws -> Recurrence {
        let drawn = try generator.rule()
        let rule = try RecurrenceRule(
            drawn.frequency,
            interval: drawn.interval,
            months: drawn.months,
            monthDays: drawn.monthDays,
            weekdays: drawn.weekdays,
            hours: drawn.hours,
            minutes: drawn.minutes,
            end: .count(count),
            weekStart: drawn.weekStart
        )
        return Recurrence(rule: rule, start: generator.start(), zone: zone)
    }

    @Test("It goes on as it does from the start, with the same numbers", arguments: [91, 92, 93, 94] as [UInt64])
    func likeWalking(seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        let names = ["Europe/Berlin", "Pacific/Chatham", "Australia/Lord_Howe", "America/New_York", "Africa/Cairo"]
        for round in 0..<40 {
            let zone = try InstalledZones.zone(names[round % names.count])
            let recurrence = try draw(&generator, generator.number(in: 1...700), in: zone)
            let walked = Array(recurrence.occurrences())
            guard let first = walked.first, let last = walked.last else { continue }
            var moments = [first.instant - .days(400), last.instant, last.instant + .days(400)]
            for _ in 0..<25 {
                let moment = walked[generator.number(in: 0...walked.count - 1)].instant
                moments += [moment, moment - .milliseconds(1), moment + .hours(Int64(generator.number(in: 1...999)))]
            }
            for moment in moments {
                let expected = Array(walked.drop { $0.instant <= moment }.prefix(5))
                let found = Array(recurrence.occurrences(after: moment).prefix(5))
                let note = "seed \(seed): \(recurrence.rule) from \(recurrence.start) after \(moment)"
                #expect(found.map(\.instant) == expected.map(\.instant), "\(note)")
                #expect(found.map(\.index) == expected.map(\.index), "\(note)")
                #expect(found.map(\.nominal) == expected.map(\.nominal), "\(note)")
            }
        }
    }

    @Test("The last of 65,535 times is found, and nothing behind it")
    func greatest() throws {
        let hours = (0..<24).map { "\($0)" }.joined(separator: ",")
        let minutes = (0..<60).map { "\($0)" }.joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(minutes);COUNT=65535"
        let recurrence = try recurrence(rule, from: "2025-01-01T00:00:00")
        let last = try instant("2025-01-01T00:00:00Z") + .minutes(65_534)
        let found = try #require(recurrence.next(after: last - .milliseconds(1)))
        #expect(found.instant == last && found.index == 65_535)
        #expect(recurrence.next(after: last) == nil)
    }

    @Test(
        "What it costs does not grow with the count: a hundred thousand questions are answered",
        .timeLimit(.minutes(2))
    )
    func cheap() throws {
        let minutes = (0..<60).map { "\($0)" }.joined(separator: ",")
        let recurrence = try recurrence("FREQ=DAILY;BYMINUTE=\(minutes);COUNT=65535", from: "2025-01-01T07:00:00")
        let start = try instant("2025-01-01T07:00:00Z")
        for number in 0..<100_000 {
            let after = start + .hours(Int64(number % 20_000))
            #expect(recurrence.next(after: after) != nil)
        }
    }

    @Test(
        "The least distance between two times of day counts across midnight, too",
        arguments: [
            ("FREQ=DAILY", Span.days(1)), ("FREQ=DAILY;BYHOUR=7,19", .hours(12)),
            ("FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,58", .minutes(2)), ("FREQ=WEEKLY;BYMINUTE=0,5,11", .minutes(5)),
        ]
    )
    func leastDistance(rule: String, expected: Span) throws {
        #expect(try recurrence(rule, from: "2025-11-06T09:00:00").leastDistance == expected)
    }

    @Test("The occurrences within a day are counted up to a limit")
    func counted() throws {
        let start = try instant("2025-11-06T09:00:00Z")
        let often = try recurrence("FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,30", from: "2025-11-06T09:00:00")
        #expect(often.count(from: start, within: .days(1), limit: 100) == 6)
        #expect(often.count(from: start, within: .days(1), limit: 4) == 4)
        let ended = try recurrence("FREQ=DAILY;BYHOUR=9,10,11;COUNT=2", from: "2025-11-06T09:00:00")
        #expect(ended.count(from: start, within: .days(1), limit: 100) == 2)
    }
}
