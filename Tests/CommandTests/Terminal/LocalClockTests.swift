import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import Testing
import Wording

@testable import reveille

@Suite("Times and lengths of time for people")
struct LocalClockTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")

    @Test("A time says its day, its zone's abbreviation, and seconds only where there are some")
    func text() throws {
        let noon = try Instant(iso8601: "2026-07-03T12:00:00Z")
        #expect(clock.text(noon) == "Fri 2026-07-03 14:00 CEST")
        #expect(clock.text(noon + .seconds(5), in: "Asia/Tokyo") == "Fri 2026-07-03 21:00:05 JST")
        #expect(clock.text(noon, in: "Nowhere/Here") == "Fri 2026-07-03 14:00 CEST")
        #expect(clock.named(noon, in: "Asia/Tokyo") == "Fri 2026-07-03 21:00 JST (Asia/Tokyo)")
        #expect(clock.named(noon, in: "Europe/Berlin") == "Fri 2026-07-03 14:00 CEST")
        #expect(clock.timeOfDay(noon) == "14:00:00")
        #expect(clock.date(noon) == "2026-07-03")
    }

    @Test("A time is on the reader's clocks, with those of the alarm's zone beside it where they show another")
    func bothZones() throws {
        let noon = try Instant(iso8601: "2026-07-03T12:00:00Z")
        #expect(clock.both(noon, in: "Asia/Tokyo") == "Fri 2026-07-03 14:00 CEST (21:00 JST, Asia/Tokyo)")
        let evening = noon + .hours(4)
        #expect(
            clock.both(evening, in: "Asia/Tokyo")
                == "Fri 2026-07-03 18:00 CEST (Sat 2026-07-04 01:00 JST, Asia/Tokyo)"
        )
        for zone in [nil, "Europe/Berlin", "Europe/Paris", "Nowhere/Here"] {
            #expect(clock.both(noon, in: zone) == "Fri 2026-07-03 14:00 CEST")
        }
    }

    @Test("A time that the relay refuses as past is said as it was typed, with its zone, and what to do")
    func past() throws {
        let (due, now) = try (Instant(iso8601: "2026-11-25T06:00:00Z"), Instant(iso8601: "2026-11-26T07:56:25Z"))
        let refused = DeviceError.refused(Problem(.timeInPast, serverTime: now), retryAfter: nil)
        let utc = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
        #expect(
            CommandFailure(past: due, in: "Europe/Berlin", refusedBy: refused, utc)?.message == """
                Wed 2026-11-25 07:00 CET (Europe/Berlin) is over already: the relay's clock says \
                Thu 2026-11-26 08:56:25 CET (Europe/Berlin). Choose a later time.
                """
        )
        let reminder = ReminderRequest.Time.once(AlarmTime(due), timeZone: nil)
        #expect(
            CommandFailure(past: reminder, in: nil, refusedBy: refused, utc)?.message == """
                Wed 2026-11-25 06:00 UTC is over already: the relay's clock says Thu 2026-11-26 07:56:25 UTC. \
                Choose a later time.
                """
        )
        let other = DeviceError.refused(Problem(.gone), retryAfter: nil)
        #expect(CommandFailure(past: due, in: nil, refusedBy: other, utc) == nil)
        let kept = RefusalText.reason(of: .timeInPast, saying: "\(due.iso8601) is past", in: .english)
        #expect(kept == "This time is over already. Choose a later one.")
    }

    @Test(
        "A length of time is said in its two largest units",
        arguments: [
            ("499ms", "0 s"), ("42s", "42 s"), ("60s", "1 min"), ("90s", "1 min 30 s"), ("80m", "1 h 20 min"),
            ("47h59m", "47 h 59 min"), ("48h", "2 days"), ("76h", "3 days 4 h"), ("3011h28m22s", "4 months"),
            ("900d", "2 years"),
        ]
    )
    func words(text: String, words: String) throws {
        #expect(try Span(text: text).words == words)
    }
}
