import AlarmCore
import Engine
import Testing

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
