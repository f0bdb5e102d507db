import AlarmCore
import Testing

@Suite("Spans as text")
struct SpanTextTests {
    @Test(
        "A span is written as people write it, and read back",
        arguments: [
            (.zero, "0s"),
            (.milliseconds(250), "250ms"),
            (.seconds(90), "90s"),
            (.seconds(60), "1m"),
            (.minutes(10), "10m"),
            (.minutes(90), "1h30m"),
            (-.hours(24), "-24h"),
            (.days(2), "2d"),
            (.hours(49), "49h"),
            (-.milliseconds(90_500), "-90s500ms"),
            (.milliseconds(.max), "2562047788015h12m55s807ms"),
            (.milliseconds(.min), "-2562047788015h12m55s808ms"),
        ] as [(Span, String)]
    )
    func canonical(span: Span, text: String) throws {
        #expect(span.description == text)
        #expect(try Span(text: text) == span)
    }

    @Test(
        "Other spellings of a span are understood",
        arguments: [
            ("1d", .hours(24)), ("+5m", .minutes(5)), ("-0s", .zero), ("1d2h3m4s5ms", .milliseconds(93_784_005)),
        ]
            as [(String, Span)]
    )
    func spellings(text: String, span: Span) throws {
        #expect(try Span(text: text) == span)
    }

    @Test(
        "Text that is not a span is refused, with the place and the reason",
        arguments: [
            ("", .expectedNumber(position: 1)),
            ("-", .expectedNumber(position: 2)),
            ("--1s", .expectedNumber(position: 2)),
            ("90", .expectedUnit(position: 3)),
            ("1.5h", .expectedUnit(position: 2)),
            ("1h 30m", .expectedUnit(position: 2)),
            ("5x", .expectedUnit(position: 2)),
            ("1H", .expectedUnit(position: 2)),
            ("1h-30m", .expectedUnit(position: 2)),
            ("30m1h", .unitOutOfOrder("h", position: 5)),
            ("1h1h", .unitOutOfOrder("h", position: 4)),
            ("9223372036854775808ms", .tooLong),
            ("-9223372036854775809ms", .tooLong),
            ("99999999999999999999999s", .tooLong),
            ("18446744073709551615d", .tooLong),
        ] as [(String, SpanError)]
    )
    func refusals(text: String, error: SpanError) {
        #expect(throws: error) { try Span(text: text) }
    }

    @Test("Every span is read back exactly", arguments: [31, 32] as [UInt64])
    func roundTrips(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let wide = Int64.random(in: .min ... .max, using: &generator)
            let span = Span(milliseconds: wide >> Int64.random(in: 0..<63, using: &generator))
            #expect(try Span(text: span.description) == span, "seed \(seed)")
        }
    }
}
