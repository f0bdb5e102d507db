import AlarmCore
import Testing

@testable import Wording

@Suite("A length of time in words")
struct DurationTextTests {
    @Test(
        "Two units at most, rounded down, in the plural of each language",
        arguments: [
            ("0s", "0 seconds", "0 秒", "0 秒"),
            ("999ms", "0 seconds", "0 秒", "0 秒"),
            ("-5m", "0 seconds", "0 秒", "0 秒"),
            ("1s", "1 second", "1 秒", "1 秒"),
            ("59s", "59 seconds", "59 秒", "59 秒"),
            ("1m", "1 minute", "1 分鐘", "1 分钟"),
            ("1m30s", "1 minute 30 seconds", "1 分鐘 30 秒", "1 分钟 30 秒"),
            ("2h5m", "2 hours 5 minutes", "2 小時 5 分鐘", "2 小时 5 分钟"),
            ("1h1m1s", "1 hour 1 minute", "1 小時 1 分鐘", "1 小时 1 分钟"),
            ("1h59s", "1 hour", "1 小時", "1 小时"),
            ("3d", "3 days", "3 天", "3 天"),
            ("1d1h", "1 day 1 hour", "1 天 1 小時", "1 天 1 小时"),
            ("3d2m", "3 days", "3 天", "3 天"),
        ]
    )
    func writes(span: String, english: String, traditional: String, simplified: String) throws {
        let span = try Span(text: span)
        #expect(DurationText.spoken(span, .english) == english)
        #expect(DurationText.spoken(span, .traditionalChinese) == traditional)
        #expect(DurationText.spoken(span, .simplifiedChinese) == simplified)
    }

    @Test(
        "The time without a sign of life is counted in hours, however many, and below two days in minutes as well",
        arguments: [
            ("72h", "72 hours"), ("1h42m", "1 hour 42 minutes"), ("47h59m59s", "47 hours 59 minutes"),
            ("24h59s", "24 hours"), ("48h30m", "48 hours"), ("30d", "720 hours"), ("59m", "59 minutes"),
            ("-1h", "0 seconds"),
        ]
    )
    func countsHours(span: String, text: String) throws {
        #expect(DurationText.hours(try Span(text: span), .english) == text)
    }

    @Test("A letter says the minutes below two days in each language", arguments: Language.allCases)
    func minutesOfLetters(language: Language) throws {
        var letter = Samples.missed()
        letter.since = try Span(text: "1h42m")
        let minutes = [
            Language.english: "1 hour 42 minutes", .traditionalChinese: "1 小時 42 分鐘", .simplifiedChinese: "1 小时 42 分钟",
        ]
        let text = try #require(minutes[language])
        let mail = letter.mail(in: language)
        #expect(mail.subject.contains(text) && mail.text.contains(text), "\(mail.subject)")
        #expect(letter.sms(in: language).text.contains(text))
    }

    @Test("The longest span has a text")
    func writesExtremes() {
        #expect(DurationText.spoken(Span(milliseconds: .max), .english).hasPrefix("106751991167 days"))
        #expect(DurationText.spoken(Span(milliseconds: .min), .english) == "0 seconds")
    }
}
