import AlarmCore
import Testing

@Suite("The ends of a recurrence")
struct RecurrenceBoundsTests {
    @Test(
        "A rule that never matches ends",
        arguments: [
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", "FREQ=DAILY;INTERVAL=9999;BYMONTH=2;BYMONTHDAY=31",
            "FREQ=MONTHLY;BYMONTH=2,4;BYMONTHDAY=31,-31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=3",
        ]
    )
    func neverMatching(rule: String) throws {
        // 2025-11-06 is a Thursday.
        #expect(try recurrence(rule, from: "2025-11-06T09:00:00").next(after: Instant(seconds: 0)) == nil)
    }

    @Test("A rare rule is found, even once in 400 years")
    func rare() throws {
        #expect(
            try recurrence("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", from: "2001-01-01T09:00:00")
                .nominalTimes(2) == []
        )
        #expect(
            try recurrence("FREQ=YEARLY;INTERVAL=100", from: "2000-02-29T09:00:00").nominalTimes(3) == [
                "2000-02-29T09:00", "2400-02-29T09:00", "2800-02-29T09:00",
            ]
        )
        #expect(
            try recurrence("FREQ=DAILY;INTERVAL=9999", from: "2025-11-06T09:00:00").nominalTimes(2) == [
                "2025-11-06T09:00", "2053-03-23T09:00",
            ]
        )
    }

    @Test("Nothing comes after the year 9999, nor before the start")
    func ends() throws {
        let daily = try recurrence("FREQ=DAILY", from: "2025-11-06T09:00:00")
        #expect(daily.next(after: try instant("9999-12-30T23:00:00Z"))?.nominal == (try local("9999-12-31T09:00:00")))
        #expect(daily.next(after: try instant("9999-12-31T09:00:00Z")) == nil)
        #expect(daily.next(after: Instant(milliseconds: .max)) == nil)
        #expect(daily.next(after: Instant(milliseconds: .min))?.nominal == (try local("2025-11-06T09:00:00")))
    }

    @Test("A start beyond every year gives nothing, and one before them is no trouble")
    func extremeStarts() throws {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let last = LocalDateTime(date: LocalDate(daysSinceEpoch: .max), time: .midnight)
        #expect(Recurrence(rule: rule, start: last, zone: .utc).next(after: Instant(seconds: 0)) == nil)
        let first = LocalDateTime(date: LocalDate(daysSinceEpoch: .min), time: .midnight)
        let recurrence = Recurrence(rule: rule, start: first, zone: .utc)
        #expect(recurrence.next(after: Instant(seconds: 0))?.instant == Instant(seconds: 86_400))
        let counted = Recurrence(rule: try RecurrenceRule("FREQ=DAILY;COUNT=2"), start: first, zone: .utc)
        #expect(counted.next(after: Instant(seconds: 0)) == nil)
    }

    @Test("The limit of UNTIL belongs to the rule, as an instant, a local time or a day")
    func until() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        func last(_ until: String) throws -> String? {
            let rule = "FREQ=DAILY;UNTIL=\(until)"
            return try recurrence(rule, from: "2025-11-06T09:00:00", in: zone).nominalTimes(99).last
        }
        #expect(try last("20251110T080000Z") == "2025-11-10T09:00")
        #expect(try last("20251110T075959Z") == "2025-11-09T09:00")
        #expect(try last("20251110T090000") == "2025-11-10T09:00")
        #expect(try last("20251110T085959") == "2025-11-09T09:00")
        #expect(try last("20251110") == "2025-11-10T09:00")
        #expect(try last("20251105") == nil)
    }

    @Test("COUNT counts from the start, wherever one asks, and numbers the occurrences")
    func count() throws {
        let recurrence = try recurrence("FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4", from: "2025-11-06T09:00:00")
        #expect(recurrence.occurrences().map(\.index) == [1, 2, 3, 4])
        #expect(
            recurrence.nominalTimes(9) == [
                "2025-11-07T09:00", "2025-11-10T09:00", "2025-11-14T09:00", "2025-11-17T09:00",
            ]
        )
        #expect(recurrence.next(after: try instant("2025-11-14T09:00:00Z"))?.index == 4)
        #expect(recurrence.next(after: try instant("2025-11-17T09:00:00Z")) == nil)
    }
}
