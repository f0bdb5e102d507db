import AlarmCore
import Testing

@Suite("Rules of a TZif footer")
struct FooterRuleTests {
    private func offsets(_ footer: String, at instants: [String]) throws -> [String] {
        let zone = try ZoneRules(tzif: TZifBuilder.footer(footer))
        return try instants.map { text in
            let offset = zone.offset(at: try instant(text))
            return "\(offset.abbreviation) \(offset.secondsEast)\(offset.isDaylightSaving ? " DST" : "")"
        }
    }

    @Test("A northern rule changes in March and October")
    func northern() throws {
        let offsets = try offsets(
            "CET-1CEST,M3.5.0,M10.5.0/3",
            at: ["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z"]
        )
        #expect(offsets == ["CET 3600", "CEST 7200 DST", "CEST 7200 DST", "CET 3600"])
    }

    @Test("A southern rule is in force over the new year")
    func southern() throws {
        let offsets = try offsets(
            "NZST-12NZDT,M9.5.0,M4.1.0/3",
            at: ["2025-12-31T12:00:00Z", "2026-04-04T13:59:59Z", "2026-04-04T14:00:00Z", "2026-09-26T14:00:00Z"]
        )
        #expect(offsets == ["NZDT 46800 DST", "NZDT 46800 DST", "NZST 43200", "NZDT 46800 DST"])
    }

    @Test("Negative daylight saving time is in force in winter, as in Ireland")
    func negative() throws {
        let offsets = try offsets("IST-1GMT0,M10.5.0,M3.5.0/1", at: ["2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z"])
        #expect(offsets == ["GMT 0 DST", "IST 3600"])
    }

    @Test(
        "Daylight saving time may last all year (RFC 9636, section 3.3.2)",
        arguments: ["XXX3EDT4,0/0,J365/23", "EST5EDT,0/0,J365/25"]
    )
    func allYear(footer: String) throws {
        let zone = try ZoneRules(tzif: TZifBuilder.footer(footer))
        for year in 2019...2025 {
            for day in ["01-01T00:00:00Z", "01-01T04:00:00Z", "01-01T05:00:00Z", "07-01T00:00:00Z", "12-31T23:59:59Z"] {
                let offset = zone.offset(at: try instant("\(year)-\(day)"))
                #expect(offset.secondsEast == -14_400 && offset.isDaylightSaving, "\(year)-\(day)")
            }
        }
    }

    @Test("A change may come days before or after its date, as in Greenland")
    func extendedHours() throws {
        // The Saturday before the last Sunday of March, 22:00 (America/Godthab, 2023), and a week after New Year's Eve.
        let greenland = try offsets(
            "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
            at: ["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"]
        )
        #expect(greenland == ["-03 -10800", "-02 -7200 DST"])
        let overNewYear = try offsets(
            "AAA0BBB,J365/167,J1/-167",
            at: ["2026-01-06T22:59:59Z", "2026-01-06T23:00:00Z", "2026-12-24T23:59:59Z", "2026-12-25T00:00:00Z"]
        )
        #expect(overNewYear == ["AAA 0", "BBB 3600 DST", "BBB 3600 DST", "AAA 0"])
    }

    @Test("J60 is 1 March in every year; 59 is 29 February in a leap year")
    func daysOfYear() throws {
        let julian = try offsets("AAA0BBB,J60/0,J300", at: ["2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z"])
        #expect(julian == ["AAA 0", "BBB 3600 DST"])
        let zeroBased = try offsets(
            "AAA0BBB,59/0,300",
            at: ["2024-02-29T00:00:00Z", "2025-02-28T23:59:59Z", "2025-03-01T00:00:00Z"]
        )
        #expect(zeroBased == ["BBB 3600 DST", "AAA 0", "BBB 3600 DST"])
    }

    @Test(
        "A malformed rule is refused",
        arguments: [
            "U0", "UTC", "UTC25", "UTC0 ", "UTC0:60", "UTC0DST", "UTC0DST,M3.2.0", "UTC0DST,M13.1.0,M11.1.0",
            "UTC0DST,M3.6.0,M11.1.0", "UTC0DST,M3.2.7,M11.1.0", "UTC0DST,J0,J365", "UTC0DST,366,1",
            "UTC0DST,M3.2.0/168,M11.1.0", "UTC0DST,M3.2.0,M11.1.0,", "<UTC0", "<a>0", "UTC99999999999999999999",
            ":Etc/UTC",
            "UTC0DST,M3.2.0/,M11.1.0", "UTC+-1",
        ]
    )
    func refusals(footer: String) {
        #expect(throws: TZifError.invalidFooter(footer)) { try ZoneRules(tzif: TZifBuilder.footer(footer)) }
    }

    @Test("Version 2 does not know hours beyond a day")
    func version2() {
        let footer = "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1"
        #expect(throws: TZifError.invalidFooter(footer)) {
            try ZoneRules(tzif: TZifBuilder.footer(footer, version: "2"))
        }
    }
}
