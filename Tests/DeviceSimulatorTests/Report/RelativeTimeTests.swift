import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("Distances in time, as reports write them")
struct RelativeTimeTests {
    @Test(
        "A clock counts hours on, rounds to what it shows, and never says minus nothing",
        arguments: [
            (Span.seconds(312), "+00:05:12", "+00:05:12.0"),
            (-.hours(25), "-25:00:00", "-25:00:00.0"),
            (.milliseconds(-40), "+00:00:00", "+00:00:00.0"),
            (.milliseconds(-60), "+00:00:00", "-00:00:00.1"),
            (.milliseconds(59_950), "+00:01:00", "+00:01:00.0"),
            (.hours(123), "+123:00:00", "+123:00:00.0"),
        ]
    )
    func clock(span: Span, seconds: String, tenths: String) {
        #expect(RelativeTime.clock(span, showsTenths: false) == seconds)
        #expect(RelativeTime.clock(span, showsTenths: true) == tenths)
    }

    @Test("The longest spans are written too", arguments: [Int64.min, .max])
    func longest(milliseconds: Int64) {
        let span = Span(milliseconds: milliseconds)
        #expect(RelativeTime.clock(span, showsTenths: true).hasSuffix("2562047788015:12:55.8"))
        #expect(RelativeTime.short(span).hasSuffix("106751991167 d 7 h"))
    }

    @Test(
        "In words, a distance has its two largest units at most",
        arguments: [
            (Span.zero, "0"), (.hours(-25), "\u{2212}25 h"), (.seconds(90), "+1 min 30 s"), (.minutes(10), "+10 min"),
            (.milliseconds(1250), "+1 s 250 ms"), (.milliseconds(12_250), "+12 s"), (.days(3), "+3 d"),
            (.hours(49), "+2 d 1 h"), (.milliseconds(5), "+5 ms"), (.seconds(3605), "+1 h"),
        ]
    )
    func short(span: Span, text: String) {
        #expect(RelativeTime.short(span) == text)
    }
}
