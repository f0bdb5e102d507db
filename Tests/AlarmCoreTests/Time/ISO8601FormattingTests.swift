import AlarmCore
import Testing

@Suite("Writing ISO 8601")
struct ISO8601FormattingTests {
    @Test(
        "An instant is written in UTC, with a fraction only if it has one",
        arguments: [
            (1_762_440_300_000, "2025-11-06T14:45:00Z"),
            (1_762_440_300_250, "2025-11-06T14:45:00.250Z"),
            (1_762_440_300_005, "2025-11-06T14:45:00.005Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+10000-01-01T00:00:00Z"),
            (.max, "+292278994-08-17T07:12:55.807Z"),
            (.min, "-292275055-05-16T16:47:04.192Z"),
        ] as [(Int64, String)]
    )
    func inUTC(milliseconds: Int64, text: String) {
        #expect("\(Instant(milliseconds: milliseconds))" == text)
    }

    @Test(
        "A fixed offset is written in whole minutes and still names the same instant",
        arguments: [
            (0, "2025-11-06T14:45:00+00:00"),
            (3600, "2025-11-06T15:45:00+01:00"),
            (-12_600, "2025-11-06T11:15:00-03:30"),
            (3173, "2025-11-06T15:37:00+00:52"),
            (-3173, "2025-11-06T13:53:00-00:52"),
            (.max, "2025-11-07T14:44:00+23:59"),
            (.min, "2025-11-05T14:46:00-23:59"),
        ]
    )
    func withOffset(secondsEast: Int, text: String) throws {
        let instant = Instant(milliseconds: 1_762_440_300_000)
        #expect(instant.iso8601(secondsEast: secondsEast) == text)
        #expect(try Instant(iso8601: text) == instant)
    }
}
