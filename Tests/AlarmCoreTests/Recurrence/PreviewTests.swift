import AlarmCore
import Testing

@Suite("The coming times of a rule, shown in advance")
struct PreviewTests {
    private func preview(_ rule: String, from start: String, in zone: String, _ count: Int) throws -> [String] {
        let rules = try InstalledZones.zone(zone)
        let recurrence = Recurrence(
            rule: try RecurrenceRule(rule),
            start: try LocalDateTime(iso8601: start),
            zone: rules
        )
        return recurrence.preview(count).map { time in
            "\(time.local.iso8601)\(time.offset) \(time.instant.iso8601) \(time.note.map { "\($0)" } ?? "-")"
        }
    }

    @Test("A weekly time keeps its place on the clocks, and the change in UTC is told once")
    func weekly() throws {
        #expect(
            try preview("FREQ=WEEKLY;BYDAY=MO", from: "2027-03-15T02:30:00", in: "Europe/Berlin", 4) == [
                "2027-03-15T02:30:00+01:00 2027-03-15T01:30:00Z -",
                "2027-03-22T02:30:00+01:00 2027-03-22T01:30:00Z -",
                "2027-03-29T02:30:00+02:00 2027-03-29T00:30:00Z "
                    + "the clocks have been put forward since the time before: 1h earlier in UTC",
                "2027-04-05T02:30:00+02:00 2027-04-05T00:30:00Z -",
            ]
        )
    }

    @Test("A time that the clocks skip is shown where it rings, and says so")
    func gap() throws {
        #expect(
            try preview("FREQ=DAILY", from: "2027-03-27T02:30:00", in: "Europe/Berlin", 3) == [
                "2027-03-27T02:30:00+01:00 2027-03-27T01:30:00Z -",
                "2027-03-28T03:30:00+02:00 2027-03-28T01:30:00Z "
                    + "the clocks skip 02:30 on 2027-03-28: it rings at 03:30",
                "2027-03-29T02:30:00+02:00 2027-03-29T00:30:00Z -",
            ]
        )
    }

    @Test("A day that the clocks skip is named, and the day on which it rings instead")
    func skippedDay() throws {
        let zone = try InstalledZones.zone("Pacific/Apia")
        let shown = zone.preview(of: try local("2011-12-30T07:00:30"))
        #expect(shown.note?.description == "the clocks skip 07:00:30 on 2011-12-30: it rings at 07:00:30 on 2011-12-31")
        #expect(shown.local == (try local("2011-12-31T07:00:30")))
    }

    @Test("A single time is shown as an alarm for it rings")
    func single() throws {
        let zone = try InstalledZones.zone("Europe/Berlin")
        let plain = zone.preview(of: try local("2027-03-27T02:30:00"))
        #expect(plain.instant == (try instant("2027-03-27T01:30:00Z")) && plain.note == nil && !plain.isAmbiguous)
        #expect(zone.preview(of: try local("2027-03-28T02:30:00")).isAmbiguous)
        #expect(zone.preview(of: try local("2027-10-31T02:30:00")).isAmbiguous)
    }

    @Test("A time that comes twice rings at the first, and says so")
    func fold() throws {
        let times = try preview("FREQ=DAILY", from: "2027-10-31T02:30:00", in: "Europe/Berlin", 2)
        #expect(
            times == [
                "2027-10-31T02:30:00+02:00 2027-10-31T00:30:00Z "
                    + "the clocks show 02:30 twice on 2027-10-31: it rings at the first",
                "2027-11-01T02:30:00+01:00 2027-11-01T01:30:00Z "
                    + "the clocks have been put back since the time before: 1h later in UTC",
            ]
        )
    }

    @Test("No more is shown than there is, and nothing for a count of none or less")
    func bounds() throws {
        #expect(try preview("FREQ=DAILY;COUNT=2", from: "2027-01-01T07:00:00", in: "Europe/Berlin", 10).count == 2)
        #expect(try preview("FREQ=DAILY", from: "2027-01-01T07:00:00", in: "Europe/Berlin", 0).isEmpty)
        #expect(try preview("FREQ=DAILY", from: "2027-01-01T07:00:00", in: "Europe/Berlin", -1).isEmpty)
    }

    @Test("A negative offset with minutes is written as ISO 8601 has it")
    func offset() throws {
        let times = try preview("FREQ=DAILY", from: "2027-01-01T07:00:00", in: "America/St_Johns", 1)
        #expect(times == ["2027-01-01T07:00:00-03:30 2027-01-01T10:30:00Z -"])
    }
}
