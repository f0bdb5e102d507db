import AlarmCore
import Testing

/// The examples of RFC 5545, section 3.8.5.3, that lie within the subset.
@Suite("The examples of RFC 5545")
struct RecurrenceExampleTests {
    @Test(
        "A rule gives the dates that the RFC lists, and ends where its list ends",
        arguments: [
            ("FREQ=DAILY;COUNT=10", 12, "0902 0903 0904 0905 0906 0907 0908 0909 0910 0911"),
            ("FREQ=DAILY;INTERVAL=2", 5, "0902 0904 0906 0908 0910"),
            ("FREQ=DAILY;INTERVAL=10;COUNT=5", 9, "0902 0912 0922 1002 1012"),
            ("FREQ=WEEKLY;COUNT=10", 12, "0902 0909 0916 0923 0930 1007 1014 1021 1028 1104"),
            ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", 6, "0902 0916 0930 1014 1028 1111"),
            ("FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", 12, "0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"),
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", 9, "0902 0904 0916 0918 0930 1002 1014 1016"),
            ("FREQ=MONTHLY;BYMONTHDAY=-3", 4, "0928 1029 1128 1229"),
            ("FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", 7, "0902 0915 1002 1015 1102 1115 1202"),
            ("FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", 9, "0902 0909 0916 0923 0930 1104 1111 1118 1125"),
            ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", 5, "1998-0213 1998-0313 1998-1113 1999-0813 2000-1013"),
            (
                "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", 10,
                "0913 1011 1108 1213 1998-0110 1998-0207 1998-0307 1998-0411 1998-0509 1998-0613"
            ),
            ("FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", 3, "1104 2001-1106 2005-1108"),
            ("FREQ=YEARLY;BYMONTH=6,7;COUNT=4", 5, "1998-0602 1998-0702 1999-0602 1999-0702"),
            ("FREQ=YEARLY;BYDAY=20MO", 3, "1998-0518 1999-0517 2000-0515"),
            ("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", 5, "1998-0305 1998-0312 1998-0319 1998-0326 1999-0304"),
            ("FREQ=DAILY;BYMONTH=1;UNTIL=19980103T140000Z", 5, "1998-0101 1998-0102 1998-0103"),
        ]
    )
    func dates(rule: String, count: Int, expected: String) throws {
        let zone = try InstalledZones.zone("America/New_York")
        let recurrence = try recurrence(rule, from: "1997-09-02T09:00:00", in: zone)
        let dates = expected.split(separator: " ").map { text in
            let year = text.contains("-") ? text.prefix(4) : "1997"
            return "\(year)-\(text.suffix(4).prefix(2))-\(text.suffix(2))T09:00"
        }
        #expect(recurrence.nominalTimes(count) == dates)
    }

    @Test("The week's start matters to a rule for every other week")
    func weekStart() throws {
        let rule = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST="
        let monday = try recurrence(rule + "MO", from: "1997-08-05T09:00:00").nominalTimes(5)
        let sunday = try recurrence(rule + "SU", from: "1997-08-05T09:00:00").nominalTimes(5)
        #expect(monday == ["1997-08-05T09:00", "1997-08-10T09:00", "1997-08-19T09:00", "1997-08-24T09:00"])
        #expect(sunday == ["1997-08-05T09:00", "1997-08-17T09:00", "1997-08-19T09:00", "1997-08-31T09:00"])
    }

    @Test("A date that a month does not have is left out, not moved")
    func missingDates() throws {
        let rule = "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5"
        #expect(
            try recurrence(rule, from: "2007-01-15T09:00:00").nominalTimes(6) == [
                "2007-01-15T09:00", "2007-01-30T09:00", "2007-02-15T09:00", "2007-03-15T09:00", "2007-03-30T09:00",
            ]
        )
        #expect(
            try recurrence("FREQ=MONTHLY", from: "2025-10-31T09:00:00").nominalTimes(3) == [
                "2025-10-31T09:00", "2025-12-31T09:00", "2026-01-31T09:00",
            ]
        )
        #expect(
            try recurrence("FREQ=YEARLY", from: "2096-02-29T09:00:00").nominalTimes(2) == [
                "2096-02-29T09:00", "2104-02-29T09:00",
            ]
        )
    }

    @Test("Hours and minutes are combined, in order, with the start's seconds")
    func timesOfDay() throws {
        let recurrence = try recurrence("FREQ=DAILY;BYHOUR=9,8;BYMINUTE=30,0", from: "2025-11-06T08:15:20")
        #expect(
            recurrence.nominalTimes(5) == [
                "2025-11-06T08:30", "2025-11-06T09:00", "2025-11-06T09:30", "2025-11-07T08:00", "2025-11-07T08:30",
            ]
        )
        #expect(recurrence.occurrences().prefix(9).allSatisfy { $0.nominal.time.second == 20 })
    }

    @Test("The start is an occurrence only if it matches the rule")
    func start() throws {
        let thursday = "2025-11-06T09:00:00"
        #expect(try recurrence("FREQ=WEEKLY;BYDAY=FR;COUNT=1", from: thursday).nominalTimes(2) == ["2025-11-07T09:00"])
        #expect(try recurrence("FREQ=WEEKLY;BYDAY=TH;COUNT=1", from: thursday).nominalTimes(2) == ["2025-11-06T09:00"])
    }
}
