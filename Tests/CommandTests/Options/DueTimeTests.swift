import AlarmCore
import Engine
import Testing

@testable import reveille

@Suite("When an alarm is due")
struct DueTimeTests {
    /// A Saturday in winter, 13:00 in Berlin.
    private static let now = Instant(seconds: 1_767_441_600)
    private static let berlin = ZoneDirectory().rules(for: "Europe/Berlin")

    @Test(
        "--at takes a time with an offset, a time on a zone's clocks, and a time of day",
        arguments: [
            ("2026-01-03T14:00:00+02:00", "2026-01-03T12:00:00Z"),
            ("2026-01-03t14:00:00z", "2026-01-03T14:00:00Z"),
            ("2026-01-03T14:00:00", "2026-01-03T13:00:00Z"),
            ("2026-07-03T14:00:00", "2026-07-03T12:00:00Z"),
            ("14:00", "2026-01-03T13:00:00Z"),
            ("14:00:30", "2026-01-03T13:00:30Z"),
            // It is 13:00 sharp: the next 13:00 is tomorrow's.
            ("13:00", "2026-01-04T12:00:00Z"),
            ("07:00", "2026-01-04T06:00:00Z"),
            ("7:00", "2026-01-04T06:00:00Z"),
            ("7am", "2026-01-04T06:00:00Z"),
            ("7:30 PM", "2026-01-03T18:30:00Z"),
            ("12am", "2026-01-03T23:00:00Z"),
            ("12pm", "2026-01-04T11:00:00Z"),
            ("2026-01-03T14:00", "2026-01-03T13:00:00Z"),
            ("2026-01-03 8:05", "2026-01-03T07:05:00Z"),
            ("2026-01-03 8pm", "2026-01-03T19:00:00Z"),
            ("2026-01-03T14:00+02:00", "2026-01-03T12:00:00Z"),
        ]
    )
    func readsTime(text: String, instant: String) throws {
        let zone = try #require(Self.berlin)
        #expect(try DueTime(at: text).instant(now: Self.now, zone: zone)?.iso8601 == instant)
    }

    @Test(
        "A time is passed on in the offset in which it was written, or in that of its zone on that day",
        arguments: [
            ("2026-01-03T14:00:00+02:00", 7200), ("2026-01-03T14:00:00.5-09:30", -34_200), ("2026-01-03T14:00:00z", 0),
            ("2026-01-03T14:00:00-00:00", 0), ("2026-01-03T14:00:00", 3600), ("2026-07-03T14:00:00", 7200),
            ("14:00", 3600),
        ]
    )
    func keepsOffset(text: String, secondsEast: Int) throws {
        let zone = try #require(Self.berlin)
        let time = try DueTime(at: text)
        let instant = try #require(time.instant(now: Self.now, zone: zone))
        #expect(time.secondsEast(at: instant, zone: zone) == secondsEast)
    }

    @Test(
        "A time that the clocks skip keeps its name, for a repetition to go by on the days after",
        arguments: [
            ("2026-03-29T02:30:00", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
            ("02:30", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
            ("2026-03-29T02:30:00+01:00", nil, "2026-03-29T01:30:00Z"),
        ]
    )
    func skipped(text: String, nominal: String?, instant: String) throws {
        let zone = try #require(Self.berlin)
        let eve = try Instant(iso8601: "2026-03-28T20:00:00Z")
        let time = try DueTime(at: text)
        #expect(time.nominal(now: eve, zone: zone)?.iso8601 == nominal)
        #expect(time.instant(now: eve, zone: zone)?.iso8601 == instant)
    }

    @Test("A time given by --in is passed on in UTC")
    func delayInUTC() throws {
        let time = try DueTime(in: "10m")
        #expect(time.secondsEast(at: Self.now, zone: nil) == 0)
    }

    @Test("--in counts from now", arguments: [("10m", "2026-01-03T12:10:00Z"), ("0s", "2026-01-03T12:00:00Z")])
    func readsDelay(text: String, instant: String) throws {
        #expect(try DueTime(in: text).instant(now: Self.now, zone: nil)?.iso8601 == instant)
    }

    @Test("A value that needs a zone gives nothing without one", arguments: ["07:00", "2026-01-03T14:00:00"])
    func needsZone(text: String) throws {
        let time = try DueTime(at: text)
        #expect(time.needsZone)
        #expect(time.instant(now: Self.now, zone: nil) == nil)
    }

    @Test(
        "An invalid time is refused",
        arguments: [
            "", "7", "24:00", "07:60", "07:00:60", "07:00:00:00", "２1:00", "2026-01-03", "tomorrow", "13am", "0pm",
            "7:0", "2026-01-03 25:00", "2026-02-29 7:00",
        ]
    )
    func refusesTime(text: String) {
        #expect(throws: DueTimeError.self) { try DueTime(at: text) }
    }

    @Test("An invalid delay is refused", arguments: ["", "10", "10 m", "m", "99999999999999999999d"])
    func refusesDelay(text: String) {
        #expect(throws: DueTimeError.self) { try DueTime(in: text) }
    }

    @Test("A delay into the past is refused as such")
    func refusesPast() {
        #expect(throws: DueTimeError.negativeDelay("-1m")) { try DueTime(in: "-1m") }
    }
}
