import AlarmCore
import Testing

@Suite("Recurrence rules as text")
struct RecurrenceRuleTextTests {
    @Test(
        "A rule is written in one canonical way, and read back",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("freq=weekly;byday=we,mo;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
            ("BYHOUR=9,07,9;FREQ=DAILY;BYMINUTE=30,0", "FREQ=DAILY;BYHOUR=7,9;BYMINUTE=0,30"),
            ("FREQ=MONTHLY;BYDAY=+1MO,-1FR,SU", "FREQ=MONTHLY;BYDAY=1MO,-1FR,SU"),
            ("FREQ=MONTHLY;BYMONTHDAY=15,-1,1;BYMONTH=12,1", "FREQ=MONTHLY;BYMONTH=1,12;BYMONTHDAY=-1,1,15"),
            ("FREQ=YEARLY;BYDAY=53MO,-53SU", "FREQ=YEARLY;BYDAY=53MO,-53SU"),
            ("FREQ=DAILY;COUNT=10;INTERVAL=1;WKST=MO", "FREQ=DAILY;COUNT=10"),
            ("FREQ=WEEKLY;WKST=SU;UNTIL=19971224T000000Z", "FREQ=WEEKLY;UNTIL=19971224T000000Z;WKST=SU"),
            ("FREQ=DAILY;UNTIL=20251231T235959", "FREQ=DAILY;UNTIL=20251231T235959"),
            ("FREQ=DAILY;UNTIL=20251231", "FREQ=DAILY;UNTIL=20251231"),
        ]
    )
    func canonical(text: String, description: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.description == description)
        #expect(try RecurrenceRule(description) == rule)
    }

    @Test(
        "An unsupported rule is refused, with the part and the reason",
        arguments: [
            ("", .malformedPart("")),
            ("DAILY", .malformedPart("DAILY")),
            ("FREQ=DAILY;", .malformedPart("")),
            ("=DAILY", .malformedPart("=DAILY")),
            ("INTERVAL=2", .missingFrequency),
            ("RRULE:FREQ=DAILY", .unknownPart("RRULE:FREQ")),
            ("FREQ=DAILY;BYSETPOS=1", .unknownPart("BYSETPOS")),
            ("FREQ=DAILY; COUNT=1", .unknownPart(" COUNT")),
            ("FREQ=DAILY;FREQ=DAILY", .duplicatePart(.frequency)),
            ("FREQ=DAILY;byhour=1;BYHOUR=2", .duplicatePart(.byHour)),
            ("FREQ=HOURLY", .invalidValue(.frequency, value: "HOURLY")),
            ("FREQ=DAILY;INTERVAL=0", .outOfRange(.interval, value: 0, allowed: 1...9999)),
            ("FREQ=DAILY;INTERVAL=-1", .outOfRange(.interval, value: -1, allowed: 1...9999)),
            ("FREQ=DAILY;INTERVAL=1,2", .invalidValue(.interval, value: "1,2")),
            ("FREQ=DAILY;INTERVAL=", .invalidValue(.interval, value: "")),
            ("FREQ=DAILY;INTERVAL=1.5", .invalidValue(.interval, value: "1.5")),
            ("FREQ=DAILY;INTERVAL=99999999999999999999", .invalidValue(.interval, value: "99999999999999999999")),
            ("FREQ=DAILY;COUNT=0", .outOfRange(.count, value: 0, allowed: 1...65_535)),
            ("FREQ=DAILY;COUNT=2;UNTIL=20251231", .countWithUntil),
            ("FREQ=DAILY;BYHOUR=25", .outOfRange(.byHour, value: 25, allowed: 0...23)),
            ("FREQ=DAILY;BYHOUR=1,,2", .invalidValue(.byHour, value: "")),
            ("FREQ=DAILY;BYMINUTE=60", .outOfRange(.byMinute, value: 60, allowed: 0...59)),
            ("FREQ=DAILY;BYMONTH=13", .outOfRange(.byMonth, value: 13, allowed: 1...12)),
            ("FREQ=MONTHLY;BYMONTHDAY=0", .outOfRange(.byMonthDay, value: 0, allowed: -31...31)),
            ("FREQ=MONTHLY;BYMONTHDAY=32", .outOfRange(.byMonthDay, value: 32, allowed: -31...31)),
            ("FREQ=WEEKLY;BYMONTHDAY=1", .notAllowed(.byMonthDay, .weekly)),
            ("FREQ=WEEKLY;BYDAY=1MO", .ordinalNotAllowed(.weekly)),
            ("FREQ=DAILY;BYDAY=-1MO", .ordinalNotAllowed(.daily)),
            ("FREQ=MONTHLY;BYDAY=6MO", .outOfRange(.byDay, value: 6, allowed: -5...5)),
            ("FREQ=YEARLY;BYDAY=54MO", .outOfRange(.byDay, value: 54, allowed: -53...53)),
            ("FREQ=YEARLY;BYMONTH=1;BYDAY=6MO", .outOfRange(.byDay, value: 6, allowed: -5...5)),
            ("FREQ=MONTHLY;BYDAY=0MO", .outOfRange(.byDay, value: 0, allowed: -5...5)),
            ("FREQ=WEEKLY;BYDAY=MON", .invalidValue(.byDay, value: "MON")),
            ("FREQ=WEEKLY;BYDAY=", .invalidValue(.byDay, value: "")),
            ("FREQ=WEEKLY;WKST=1", .invalidValue(.weekStart, value: "1")),
            ("FREQ=DAILY;UNTIL=2025-12-31", .invalidValue(.until, value: "2025-12-31")),
            ("FREQ=DAILY;UNTIL=20250230", .invalidValue(.until, value: "20250230")),
            ("FREQ=DAILY;UNTIL=20251231T240000Z", .invalidValue(.until, value: "20251231T240000Z")),
            ("FREQ=DAILY;UNTIL=20251231T235959X", .invalidValue(.until, value: "20251231T235959X")),
            ("FREQ=DAILY;UNTIL=20251231 235959", .invalidValue(.until, value: "20251231 235959")),
            ("FREQ=WEEKLY;BYDAY=ſu", .invalidValue(.byDay, value: "ſU")),
            ("FREQ=DAILY;BYHOUR=٣", .invalidValue(.byHour, value: "٣")),
        ] as [(String, RecurrenceRuleError)]
    )
    func refusals(text: String, error: RecurrenceRuleError) {
        #expect(throws: error) { try RecurrenceRule(text) }
    }

    @Test("An error names the part and what to write instead")
    func messages() {
        #expect(
            RecurrenceRuleError.outOfRange(.byHour, value: 25, allowed: 0...23).description
                == "25 is out of range for BYHOUR; use 0 to 23"
        )
        #expect(
            RecurrenceRuleError.outOfRange(.byMonthDay, value: 0, allowed: -31...31).description
                == "0 is out of range for BYMONTHDAY; use 1 to 31, or -1 to -31 from the end"
        )
    }

    @Test("A rule made from parts is the one read from text, without fractions of a second")
    func parts() throws {
        let end = try instant("2025-12-31T23:59:59.999Z")
        let rule = try RecurrenceRule(
            .weekly,
            interval: 2,
            weekdays: [WeekdaySelector(.friday), WeekdaySelector(.monday), WeekdaySelector(.friday)],
            end: .until(.instant(end))
        )
        #expect(try rule == RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20251231T235959Z"))
        #expect(throws: RecurrenceRuleError.outOfRange(.interval, value: 0, allowed: 1...9999)) {
            try RecurrenceRule(.daily, interval: 0)
        }
    }

    @Test("A damaged rule is refused or written back the same, and never traps", arguments: [61, 62] as [UInt64])
    func damage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789=;,-+TZMOFREQé\0".unicodeScalars)
        let start = try local("2024-02-29T07:00:00")
        for _ in 0..<1500 {
            var text = Array("FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,-1FR;BYHOUR=7;UNTIL=20251231T235959Z".unicodeScalars)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                text[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let damaged = String(String.UnicodeScalarView(text))
            guard let rule = try? RecurrenceRule(damaged) else { continue }
            #expect(try RecurrenceRule(rule.description) == rule, "seed \(seed): \(damaged)")
            let recurrence = Recurrence(rule: rule, start: start, zone: .utc)
            #expect(recurrence.occurrences().prefix(3).allSatisfy { $0.nominal >= start }, "seed \(seed): \(damaged)")
        }
    }
}
