import AlarmCore
import Testing

@testable import Wording

@Suite("When to try again")
struct RetryHelpTests {
    @Test(
        "The time to wait is in whole words, and never too short",
        arguments: [
            ("0s", "1 second"), ("1500ms", "2 seconds"), ("40s", "40 seconds"), ("60s", "1 minute"),
            ("39m59s", "40 minutes"), ("61m", "1 hour 1 minute"), ("23h59m30s", "1 day"), ("25h30m", "1 day 2 hours"),
        ]
    )
    func inWords(wait: String, words: String) throws {
        #expect(RetryHelp.tryAgain(after: try Span(text: wait), in: .english) == "Try again in \(words).")
    }

    @Test("It is in the reader's language")
    func inLanguages() {
        #expect(RetryHelp.tryAgain(after: .seconds(40), in: .traditionalChinese) == "請在 40 秒後再試。")
        #expect(RetryHelp.tryAgain(after: .seconds(40), in: .simplifiedChinese) == "请在 40 秒后再试。")
        #expect(Set(Language.allCases.map(RetryHelp.tooMany)).count == Language.allCases.count)
    }

    @Test("A time beyond all measure is no fault")
    func beyondMeasure() {
        #expect(RetryHelp.tryAgain(after: Span(milliseconds: .max), in: .english).hasPrefix("Try again in "))
    }
}
