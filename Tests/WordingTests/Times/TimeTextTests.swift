import AlarmCore
import Testing

@testable import Wording

@Suite("A moment in words")
struct TimeTextTests {
    @Test(
        "Each language writes a moment in its own custom",
        arguments: [
            (.english, "Jan 12, 2026 at 10:00 PM PST"),
            (.traditionalChinese, "2026年1月12日 下午10:00（PST）"),
            (.simplifiedChinese, "2026年1月12日 22:00（PST）"),
        ] as [(Language, String)]
    )
    func writesMoments(language: Language, text: String) throws {
        let moment = try Instant(iso8601: "2026-01-12T22:00:00-08:00")
        #expect(TimeText.moment(moment, in: try Zones.zone("America/Los_Angeles"), language) == text)
    }

    @Test(
        "Midnight, noon and the minutes before and after are told apart",
        arguments: [
            ("2026-12-31T23:59:59.999Z", "Dec 31, 2026 at 11:59 PM UTC", "下午11:59", "23:59"),
            ("2027-01-01T00:00:00Z", "Jan 1, 2027 at 12:00 AM UTC", "上午12:00", "00:00"),
            ("2027-01-01T00:05:00Z", "Jan 1, 2027 at 12:05 AM UTC", "上午12:05", "00:05"),
            ("2027-01-01T11:59:00Z", "Jan 1, 2027 at 11:59 AM UTC", "上午11:59", "11:59"),
            ("2027-01-01T12:00:00Z", "Jan 1, 2027 at 12:00 PM UTC", "下午12:00", "12:00"),
            ("2027-01-01T13:00:00Z", "Jan 1, 2027 at 1:00 PM UTC", "下午1:00", "13:00"),
        ]
    )
    func tellsHalvesApart(moment: String, english: String, traditional: String, simplified: String) throws {
        let moment = try Instant(iso8601: moment)
        #expect(TimeText.moment(moment, in: .utc, .english) == english)
        #expect(TimeText.moment(moment, in: .utc, .traditionalChinese).contains(" \(traditional)（UTC）"))
        #expect(TimeText.moment(moment, in: .utc, .simplifiedChinese).contains(" \(simplified)（UTC）"))
    }

    @Test("Every moment that can be stored has a text")
    func writesExtremes() {
        for moment in [Instant(milliseconds: .min), Instant(milliseconds: .max), Instant(milliseconds: 0)] {
            for language in Language.allCases {
                #expect(!TimeText.moment(moment, in: .utc, language).isEmpty)
            }
        }
    }
}
