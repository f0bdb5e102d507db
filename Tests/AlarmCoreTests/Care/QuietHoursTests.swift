import AlarmCore
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
    private func quiet(_ from: String, _ until: String) throws -> QuietHours {
        try QuietHours(from: local("2026-01-01T\(from):00").time, until: local("2026-01-01T\(until):00").time)
    }

    @Test("They hold from their beginning to before their end, across midnight too")
    func spans() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let night = try quiet("22:00", "07:00")
        let expected = [
            ("2026-07-01T21:59:59.999+02:00", false), ("2026-07-01T22:00:00+02:00", true),
            ("2026-07-02T00:00:00+02:00", true), ("2026-07-02T06:59:59.999+02:00", true),
            ("2026-07-02T07:00:00+02:00", false), ("2026-07-02T13:00:00+02:00", false),
        ]
        for (time, isQuiet) in expected { #expect(try night.contains(instant(time), in: berlin) == isQuiet, "\(time)") }
        let nap = try quiet("13:00", "14:30")
        #expect(try nap.contains(instant("2026-07-01T13:00:00Z"), in: .utc))
        #expect(try !nap.contains(instant("2026-07-01T14:30:00Z"), in: .utc))
        #expect(try !nap.contains(instant("2026-07-02T00:30:00Z"), in: .utc))
    }

    @Test("Their next end and beginning are known, inside and outside")
    func next() throws {
        let night = try quiet("22:00", "07:00")
        let (noon, late) = (try instant("2026-07-01T12:00:00Z"), try instant("2026-07-01T23:00:00Z"))
        let end = try instant("2026-07-02T07:00:00Z")
        #expect(night.end(at: noon, in: .utc) == nil)
        #expect(night.end(at: late, in: .utc) == end)
        #expect(try night.nextStart(after: noon, in: .utc) == instant("2026-07-01T22:00:00Z"))
        #expect(try night.nextStart(after: late, in: .utc) == instant("2026-07-02T22:00:00Z"))
    }

    @Test("The night of a clock change is an hour shorter or longer")
    func clockChange() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let night = try quiet("22:00", "07:00")
        #expect(
            try night.end(at: instant("2026-03-28T22:00:00+01:00"), in: berlin) == instant("2026-03-29T07:00:00+02:00")
        )
        #expect(
            try night.end(at: instant("2026-10-24T22:00:00+02:00"), in: berlin) == instant("2026-10-25T07:00:00+01:00")
        )
    }

    @Test("An end that the clocks skip is moved out of the gap, one that they show twice counts the first time")
    func oddEnds() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let night = try quiet("22:00", "02:30")
        #expect(
            try night.end(at: instant("2026-03-29T00:00:00+01:00"), in: berlin) == instant("2026-03-29T03:30:00+02:00")
        )
        #expect(
            try night.end(at: instant("2026-10-25T00:00:00+02:00"), in: berlin) == instant("2026-10-25T02:30:00+02:00")
        )
        #expect(try !night.contains(instant("2026-10-25T02:15:00+01:00"), in: berlin))
    }

    @Test("Hours that a gap swallows are not quiet that night")
    func swallowed() throws {
        let berlin = try InstalledZones.zone("Europe/Berlin")
        let short = try quiet("02:45", "03:15")
        #expect(try !short.contains(instant("2026-03-29T03:10:00+02:00"), in: berlin))
        #expect(try short.contains(instant("2026-03-30T03:10:00+02:00"), in: berlin))
    }

    @Test("A day that a zone leaves out does not lose them")
    func skippedDay() throws {
        let apia = try InstalledZones.zone("Pacific/Apia")
        let night = try quiet("22:00", "07:00")
        let evening = try instant("2011-12-29T23:00:00-10:00")
        #expect(try night.end(at: evening, in: apia) == instant("2011-12-31T07:00:00+14:00"))
    }

    @Test("They last from a minute to 18 hours, and never the whole day")
    func lengths() throws {
        #expect(throws: Never.self) { try quiet("12:00", "06:00") }
        #expect(throws: Never.self) { try quiet("23:59", "00:00") }
        #expect(throws: CareError.quietHours) { try quiet("12:00", "06:01") }
        #expect(throws: CareError.quietHours) { try quiet("09:00", "09:00") }
    }

    @Test("The end of time does not trap")
    func extremes() throws {
        let night = try quiet("22:00", "07:00")
        let rule = try InactivityRule(wait: .hours(4))
        for milliseconds in [Int64.min, .max, .min + 1, .max - 1] {
            let instant = Instant(milliseconds: milliseconds)
            let deadline = rule.deadline(after: instant, quietHours: night, pausedUntil: nil, in: .utc)
            #expect(deadline >= instant)
        }
    }
}
