import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("An answer that may have lost against one on another device")
struct GivenAnswerTests {
    private func view(_ ending: AlarmView.Ending?, revision: Int = 1) -> AlarmView {
        AlarmView(
            id: AlarmID(high: 1, low: 1),
            pair: PairID(high: 2, low: 2),
            setBy: PersonID(high: 1, low: 2),
            direction: .incoming,
            state: ending == nil ? .ringing : .acknowledged,
            revision: revision,
            time: Instant(seconds: 0),
            ttl: .minutes(10),
            sound: "default",
            setAt: Instant(seconds: 0),
            ending: ending
        )
    }

    private func correction(
        of answer: RingAnswer,
        by ending: AlarmView.Ending?,
        revision: Int = 1,
        reason: String? = nil
    ) -> String? {
        GivenAnswer(answer: answer, revision: 1)
            .correction(by: view(ending, revision: revision), reason: reason, in: .english)
    }

    @Test("An answer after a dismissal elsewhere says what counts, and that its reply was not sent")
    func dismissedFirst() {
        let counts = "another device of yours was first, and dismissed it: that counts."
        #expect(correction(of: .gotIt(reply: nil), by: .dismissed) == counts)
        #expect(correction(of: .gotIt(reply: "Yes"), by: .dismissed) == counts + " Your words were not sent.")
    }

    @Test("A dismissal after an answer elsewhere is none")
    func answeredFirst() {
        let said = correction(of: .dismiss, by: .answered)
        #expect(said == "another device of yours was first, and answered it: that counts.")
    }

    @Test("Of two answers alike nothing has to be said, but that a reply was not sent")
    func alike() {
        #expect(correction(of: .gotIt(reply: nil), by: .answered) == nil)
        #expect(correction(of: .dismiss, by: .dismissed) == nil)
        let lost = "another device of yours was first. Your words were not sent."
        #expect(correction(of: .gotIt(reply: "Yes"), by: .answered) == lost)
    }

    @Test("Of two replies the first counts, and the other is said not to have been sent")
    func otherReply() throws {
        var view = view(.answered)
        view.reply = SealedText("a..b.c.d")
        try #require(view.reply != nil)
        let given = GivenAnswer(answer: .gotIt(reply: "Coming"), revision: 1)
        #expect(given.loss(by: view, reply: "Coming", reason: nil, in: .english) == nil)
        let lost = "another device of yours was first. Your words were not sent."
        #expect(given.loss(by: view, reply: "Five more minutes", reason: nil, in: .english) == lost)
        // Nothing is claimed of a reply that cannot be opened.
        #expect(given.loss(by: view, reason: nil, in: .english) == nil)
    }

    @Test("An answer to what was taken back or over is said to be too late, and why")
    func late() {
        let said = correction(of: .gotIt(reply: nil), by: .cancelled, reason: "it was taken back")
        #expect(said == "your answer came too late: it was taken back.")
        #expect(correction(of: .dismiss, by: .missed) == "your answer came too late: its time was over.")
        #expect(correction(of: .gotIt(reply: "Yes"), by: nil) == nil)
    }

    @Test("A snooze of what is over by then has lost, and is not said to be one")
    func snoozedTooLate() {
        let id = AlarmID(high: 1, low: 1)
        let snooze = GivenAnswer(answer: .snooze(.minutes(9)), revision: 1)
        let later = ReceiptAccepted(id: id, state: .snoozed, revision: 1, snoozedUntil: Instant(seconds: 540))
        #expect(!snooze.isDoubtful(later))
        #expect(snooze.isDoubtful(ReceiptAccepted(id: id, state: .acknowledged, revision: 1)))
        let answered = "another device of yours was first, and answered it: that counts."
        #expect(snooze.loss(by: view(.answered), reason: nil, in: .english) == answered)
        let missed = snooze.loss(by: view(.missed), reason: "nobody answered it in time", in: .english)
        #expect(missed == "your answer came too late: nobody answered it in time.")
        #expect(snooze.correction(by: view(.answered), reason: nil, in: .english) == nil)
    }

    @Test("An answer that the relay takes is looked into only where the alarm may have been over before")
    func doubtful() {
        let id = AlarmID(high: 1, low: 1)
        let answer = GivenAnswer(answer: .gotIt(reply: nil), revision: 1)
        #expect(answer.isDoubtful(ReceiptAccepted(id: id, state: .missed, revision: 1)))
        // One that recurs has begun its next time, as after every answer.
        #expect(!answer.isDoubtful(ReceiptAccepted(id: id, state: .scheduled, revision: 2)))
    }

    @Test("Where a repeated alarm has moved on, nothing is claimed of the time before")
    func movedOn() {
        let said = correction(of: .gotIt(reply: "Yes"), by: nil, revision: 2)
        let late = "your answer may have come too late: the alarm has moved on."
        #expect(said == late + " Your words may not have been sent.")
    }
}
