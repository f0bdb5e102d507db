import AlarmCore
import Testing

@testable import reveille

@Suite("Answers that are typed")
struct AnswerTests {
    @Test(
        "A letter is enough, and what follows it belongs to it",
        arguments: [
            ("g", Answer.gotIt(reply: nil)),
            ("G", .gotIt(reply: nil)),
            ("got-it", .gotIt(reply: nil)),
            ("g On my way", .gotIt(reply: "On my way")),
            ("g   spaces  ", .gotIt(reply: "spaces")),
            ("s", .snooze(.minutes(9))),
            ("s 5", .snooze(.minutes(5))),
            ("snooze 90s", .snooze(.seconds(90))),
            ("d", .dismiss),
            ("  d", .dismiss),
        ]
    )
    func reads(line: String, answer: Answer) {
        #expect(Answer(typed: line, usualSnooze: .minutes(9)) == answer)
    }

    @Test(
        "A line that is no answer is none, so that nothing is dismissed by mistake",
        arguments: ["", " ", "x", "good", "d later", "s soon", "s 0", "s -5", "s 25h", "s 9999999999999999999"]
    )
    func refuses(line: String) {
        #expect(Answer(typed: line, usualSnooze: .minutes(9)) == nil)
    }
}
