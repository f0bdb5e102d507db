import AlarmCore
import AlarmWire
import Testing
import Wording

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
        "A number behind the letter names the alarm, and one after a space does not",
        arguments: [
            ("g2 On my way", 2, RingAnswer.gotIt(reply: "On my way")), ("s1 5", 1, .snooze(.minutes(5))),
            ("d12", 12, .dismiss), ("s 5", nil, .snooze(.minutes(5))), ("g 2 minutes", nil, .gotIt(reply: "2 minutes")),
        ] as [(String, Int?, RingAnswer)]
    )
    func names(line: String, number: Int?, answer: RingAnswer) {
        let typed = TypedAnswer(line, defaultSnooze: .minutes(9))
        #expect(typed?.number == number)
        #expect(typed?.answer == answer)
    }

    @Test(
        "A snooze says for how long only where something is typed after it",
        arguments: [("s", false), ("s2", false), ("s ", false), ("s 5", true), ("s2 90s", true), ("g 5", false)]
    )
    func span(line: String, isNamed: Bool) {
        #expect(TypedAnswer(line, defaultSnooze: .minutes(9))?.namesSpan == isNamed)
    }

    @Test("A ring that follows a synchronisation is the same ring for ten seconds, and a later one is the next")
    func sameRing() {
        var list = RingingList()
        let id = AlarmID(high: 0, low: 1)
        let start = Instant(seconds: 1_800_000_000)
        #expect(list.ring(id, "Tea", fromSync: true, at: start) != nil)
        #expect(list.ring(id, "Tea", fromSync: false, at: start + .seconds(1)) == nil)
        #expect(list.ring(id, "Tea", fromSync: false, at: start + .seconds(2)) != nil)
        #expect(list.ring(id, "Tea", fromSync: true, at: start + .seconds(60)) != nil)
        #expect(list.ring(id, "Tea", fromSync: false, at: start + .seconds(70)) != nil)
        #expect(list.items.map(\.number) == [1])
    }

    @Test("What rings again is listed with the words that it has now")
    func newestWords() {
        var list = RingingList()
        let id = AlarmID(high: 0, low: 1)
        let start = Instant(seconds: 1_800_000_000)
        _ = list.ring(id, "2 hours left", fromSync: false, at: start)
        #expect(list.ring(id, "1 hour left", fromSync: false, at: start + .hours(1))?.title == "1 hour left")
        #expect(list.lines() == ["  1  1 hour left"])
    }

    @Test("A reminder is offered to be put off only as long as its family allows that")
    func putOff() throws {
        let (id, due) = (CircleID(high: 2, low: 1), Instant(seconds: 1_800_000_000))
        func help(limit: Span, at now: Instant) throws -> RingHelp {
            var list = RingingList()
            let alarm = AlarmID(high: 0, low: 1)
            let item = list.ring(alarm, "Tea", .reminder(id), dueAt: due, fromSync: false, at: now)
            let family = Circle(id: id, kind: .family, since: due, name: "Hearth", snoozeLimit: limit)
            return try #require(item).help(in: [CircleView(family, members: [])], at: now)
        }
        #expect(try help(limit: .zero, at: due) == .reminderWithoutSnooze)
        #expect(try help(limit: .minutes(20), at: due + .minutes(19)) == .reminder)
        #expect(try help(limit: .minutes(20), at: due + .minutes(20)) == .reminderWithoutSnooze)
        #expect(!RingHelp.reminderWithoutSnooze.text(in: .english).contains("s ="))
    }

    @Test(
        "Any other line is no answer, so that nothing is dismissed by mistake",
        arguments: ["", " ", "x", "good", "d later", "s soon", "s 0", "s -5", "s 25h", "s 9999999999999999999"]
    )
    func refuses(line: String) {
        #expect(RingAnswer(typed: line, defaultSnooze: .minutes(9)) == nil)
    }
}
