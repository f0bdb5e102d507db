import AlarmCore
import Testing

@Suite("Reading ISO 8601")
struct ISO8601ParsingTests {
    @Test(
        "An RFC 3339 time with an offset names an instant",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("1985-04-12T23:20:50.52Z", 482_196_050_520),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
            ("2025-11-06t14:45:00z", 1_762_440_300_000),
            ("2025-11-06T14:45:00-00:00", 1_762_440_300_000),
            ("2025-11-07T14:44:00+23:59", 1_762_440_300_000),
            ("2025-11-05T14:46:00-23:59", 1_762_440_300_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)]
    )
    func instants(text: String, milliseconds: Int64) throws {
        #expect(try Instant(iso8601: text).milliseconds == milliseconds)
    }

    @Test(
        "A fraction of any length is cut to milliseconds, before 1970 too",
        arguments: [
            ("1970-01-01T00:00:00.1Z", 100),
            ("1970-01-01T00:00:00.0009Z", 0),
            ("1970-01-01T00:00:00.9999999999999999999999999999999999Z", 999),
            ("1969-12-31T23:59:59.9999Z", -1),
            ("1969-12-31T23:59:59.0001Z", -1000),
        ] as [(String, Int64)]
    )
    func fractions(text: String, milliseconds: Int64) throws {
        #expect(try Instant(iso8601: text).milliseconds == milliseconds)
    }

    @Test(
        "A leap second is the second that follows it",
        arguments: [
            ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
            ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
            ("2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250Z"),
            ("2015-07-01T01:59:60+02:00", "2015-07-01T00:00:00Z"),
            ("2024-02-29T23:59:60Z", "2024-03-01T00:00:00Z"),
        ]
    )
    func leapSeconds(text: String, following: String) throws {
        #expect(try Instant(iso8601: text).iso8601 == following)
    }

    @Test(
        "Second 60 is refused where no leap second can be",
        arguments: [
            "1990-12-31T23:58:60Z", "1990-12-31T22:59:60Z", "1990-12-31T23:59:60-08:00", "2025-11-06T23:59:60Z",
            "2024-02-28T23:59:60Z", "2016-12-31T23:59:60",
        ]
    )
    func noLeapSecond(text: String) {
        #expect(throws: ISO8601Error.notALeapSecond(position: 18)) { try Timestamp(iso8601: text) }
    }

    @Test("A time without an offset is local, and names an instant only with a zone")
    func localTimes() throws {
        let text = "2025-07-06T14:45:00.5"
        let timestamp = try Timestamp(iso8601: text)
        #expect(timestamp == .local(try local("2025-07-06T14:45:00.500")))
        #expect(timestamp.instant(in: try InstalledZones.zone("Europe/Berlin")).iso8601 == "2025-07-06T12:45:00.500Z")
        #expect(throws: ISO8601Error.missingOffset(position: 22)) { try Instant(iso8601: text) }
        #expect(throws: ISO8601Error.unexpectedOffset(position: 22)) { try LocalDateTime(iso8601: text + "Z") }
        #expect(throws: ISO8601Error.missingOffset(position: 20)) { try Instant(iso8601: "2025-07-06T14:45:00") }
    }

    @Test(
        "Text that is not RFC 3339 is refused, with the place and the reason",
        arguments: [
            ("", .expectedDigit(of: .year, position: 1)),
            ("25-11-06T14:45:00Z", .expectedDigit(of: .year, position: 3)),
            ("+2025-11-06T14:45:00Z", .expectedDigit(of: .year, position: 1)),
            (" 2025-11-06T14:45:00Z", .expectedDigit(of: .year, position: 1)),
            ("20251106T144500Z", .expectedSeparator("-", position: 5)),
            ("2025-13-06T14:45:00Z", .outOfRange(.month, value: 13, allowed: 1...12, position: 6)),
            ("2025-00-06T14:45:00Z", .outOfRange(.month, value: 0, allowed: 1...12, position: 6)),
            ("2025-02-30T14:45:00Z", .outOfRange(.day, value: 30, allowed: 1...28, position: 9)),
            ("2024-02-30T14:45:00Z", .outOfRange(.day, value: 30, allowed: 1...29, position: 9)),
            ("1900-02-29T14:45:00Z", .outOfRange(.day, value: 29, allowed: 1...28, position: 9)),
            ("2025-11-6T14:45:00Z", .expectedDigit(of: .day, position: 10)),
            ("2025-11-06", .expectedSeparator("T", position: 11)),
            ("2025-11-06 14:45:00Z", .expectedSeparator("T", position: 11)),
            ("2025-11-06T24:00:00Z", .outOfRange(.hour, value: 24, allowed: 0...23, position: 12)),
            ("2025-11-06T25:00:00Z", .outOfRange(.hour, value: 25, allowed: 0...23, position: 12)),
            ("2025-11-06T14:60:00Z", .outOfRange(.minute, value: 60, allowed: 0...59, position: 15)),
            ("2025-11-06T14:45:61Z", .outOfRange(.second, value: 61, allowed: 0...60, position: 18)),
            ("2025-11-06T14:45Z", .expectedSeparator(":", position: 17)),
            ("2025-11-06T14:45:00.Z", .expectedDigit(of: .fraction, position: 21)),
            ("2025-11-06T14:45:00,5Z", .invalidOffset(position: 20)),
            ("2025-11-06T14:45:00 Z", .invalidOffset(position: 20)),
            ("2025-11-06T14:45:00GMT+1", .invalidOffset(position: 20)),
            ("2025-11-06T14:45:00Z ", .trailingText(position: 21)),
            ("2025-11-06T14:45:00Zulu", .trailingText(position: 21)),
            ("2025-11-06T14:45:00+01:00[Europe/Berlin]", .trailingText(position: 26)),
            ("2025-11-06T14:45:00+1:00", .expectedDigit(of: .offsetHour, position: 22)),
            ("2025-11-06T14:45:00+0100", .expectedSeparator(":", position: 23)),
            ("2025-11-06T14:45:00+01", .expectedSeparator(":", position: 23)),
            ("2025-11-06T14:45:00+24:00", .outOfRange(.offsetHour, value: 24, allowed: 0...23, position: 21)),
            ("2025-11-06T14:45:00-01:60", .outOfRange(.offsetMinute, value: 60, allowed: 0...59, position: 24)),
            ("２０２５-11-06T14:45:00Z", .expectedDigit(of: .year, position: 1)),
            ("2025-11-06T14:45:0\u{0661}Z", .expectedDigit(of: .second, position: 19)),
            ("2025-11-06T14:45:00Z\u{0301}", .trailingText(position: 21)),
            ("2025-11-06T14:45:00\0", .invalidOffset(position: 20)),
        ] as [(String, ISO8601Error)]
    )
    func refusals(text: String, error: ISO8601Error) {
        #expect(throws: error) { try Timestamp(iso8601: text) }
    }

    @Test("An error says what is wrong, where, and what to write instead")
    func messages() {
        #expect(
            ISO8601Error.outOfRange(.day, value: 30, allowed: 1...28, position: 9).description
                == "day 30 at character 9 does not exist here; use 1 to 28"
        )
        #expect(
            ISO8601Error.missingOffset(position: 20).description
                == "no offset from UTC at character 20; add Z or ±hh:mm, or name an IANA time zone beside the time"
        )
    }
}
