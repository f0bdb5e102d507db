import AlarmCore
import Testing

@testable import reveille

@Suite("Answers that are typed")
struct RingAnswerTests {
    @Test(
        "A letter is enough, and the text after it belongs to the answer",
        arguments: [
            ("g", RingAnswer.gotIt(reply: nil)),
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
    func reads(line: String, answer: RingAnswer) {
        #expect(RingAnswer(typed: line, defaultSnooze: .minutes(9)) == answer)
    }

    @Test(
        "Any other line is no answer, so that nothing is dismissed by mistake",
        arguments: ["", " ", "x", "good", "d later", "s soon", "s 0", "s -5", "s 25h", "s 9999999999999999999"]
    )
    func refuses(line: String) {
        #expect(RingAnswer(typed: line, defaultSnooze: .minutes(9)) == nil)
    }
}
