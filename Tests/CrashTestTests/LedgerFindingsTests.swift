import AlarmCore
import CrashTest
import Testing

@Suite("The judge of a crash test")
struct LedgerFindingsTests {
    private let due = Instant(seconds: 1_800_000_000)
    private let id = AlarmID(high: 1, low: 1)

    private func ring(_ name: String, after span: Span, connection: Int = 1) -> Ledger.Push {
        Ledger.Push(name: name, rings: true, at: due + span, connection: connection)
    }

    @Test("Finds nothing wrong with an alarm that rang on time, or was snoozed and rang again")
    func kept() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .milliseconds(3)))
        ledger.askedToSnooze(id)
        ledger.snoozed(id, until: due + .seconds(5))
        #expect(!ledger.isSettled)
        ledger.pushed(id, ring("b", after: .milliseconds(6500)))
        #expect(ledger.isSettled)
        let verdict = LedgerFindings(on: ledger)
        #expect(verdict.isClean)
        #expect(verdict.accepted == 1)
        #expect(verdict.rung == 2)
        #expect(verdict.late == 1)
        #expect(verdict.latest == .milliseconds(1500))
    }

    @Test("Finds an accepted alarm that never rang, unless its end was requested")
    func lost() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        #expect(LedgerFindings(on: ledger).lost == 1)
        #expect(!LedgerFindings(on: ledger).isClean)
        ledger.askedToEnd(id, at: due)
        #expect(LedgerFindings(on: ledger).isClean)
    }

    @Test("Finds an accepted alarm that the relay does not know when it is cancelled")
    func denied() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.askedToEnd(id, at: due)
        ledger.denied(id)
        #expect(LedgerFindings(on: ledger).lost == 1)
        #expect(!LedgerFindings(on: ledger).isClean)
    }

    @Test("Finds a snooze after which nothing rang")
    func lostSnooze() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .zero))
        ledger.askedToSnooze(id)
        ledger.snoozed(id, until: due + .seconds(5))
        #expect(LedgerFindings(on: ledger).lost == 1)
    }

    @Test("Finds a second ring under another name")
    func doubled() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .zero))
        ledger.killed(at: due + .seconds(1), connections: 1)
        ledger.pushed(id, ring("b", after: .seconds(2), connection: 2))
        #expect(LedgerFindings(on: ledger).doubled == 1)
        #expect(!LedgerFindings(on: ledger).isClean)
    }

    @Test(
        "Allows a repeat under the same name only by the relay's next process",
        arguments: [(true, 2, true), (true, 1, false), (false, 2, false)]
    )
    func repeated(wasKilled: Bool, connection: Int, isAllowed: Bool) {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .zero))
        if wasKilled { ledger.killed(at: due + .seconds(1), connections: 1) }
        ledger.pushed(id, ring("a", after: .seconds(2), connection: connection))
        let verdict = LedgerFindings(on: ledger)
        #expect(verdict.repeated == (isAllowed ? 1 : 0))
        #expect(verdict.doubled == (isAllowed ? 0 : 1))
        #expect(verdict.isClean == isAllowed)
    }

    @Test("Finds a ring before its time")
    func early() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .milliseconds(-1)))
        #expect(LedgerFindings(on: ledger).early == 1)
        #expect(!LedgerFindings(on: ledger).isClean)
    }

    @Test(
        "Finds a ring, or a handing over, after the relay had said that the alarm is ended",
        arguments: [true, false]
    )
    func afterEnd(rings: Bool) {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.askedToEnd(id, at: due - .seconds(3))
        ledger.ended(id, .cancelled, at: due - .seconds(2))
        ledger.pushed(id, Ledger.Push(name: "a", rings: rings, at: due + .seconds(1), connection: 1))
        #expect(LedgerFindings(on: ledger).afterEnd == 1)
        #expect(!LedgerFindings(on: ledger).isClean)
    }

    @Test(
        "Lets a repeat arrive that was under way when the alarm was acknowledged, but none that comes later, or is new",
        arguments: [
            ("a", 300, Ledger.End.acknowledged, true), ("a", 5500, .acknowledged, false),
            ("b", 300, .acknowledged, false), ("a", 300, .cancelled, false), ("a", 300, .revoked, false),
        ]
    )
    func underWay(name: String, delay: Int64, how: Ledger.End, isAllowed: Bool) {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, ring("a", after: .zero))
        ledger.killed(at: due + .milliseconds(100), connections: 1)
        ledger.askedToEnd(id, at: due + .milliseconds(150))
        ledger.ended(id, how, at: due + .milliseconds(200))
        ledger.askedToSnooze(id)
        ledger.pushed(id, ring(name, after: .milliseconds(200 + delay), connection: 2))
        let verdict = LedgerFindings(on: ledger)
        #expect(verdict.afterEnd == (isAllowed ? 0 : 1))
        #expect(verdict.underWay == (isAllowed ? 1 : 0))
        #expect(verdict.isClean == isAllowed)
    }

    @Test(
        "Allows the late arrival of pushes by a process that had ended before the answer, and of no later one",
        arguments: [(100, 1, true), (100, 2, false), (300, 1, false)]
    )
    func oldLife(kill: Int64, connection: Int, isAllowed: Bool) {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.killed(at: due + .milliseconds(kill), connections: 1)
        ledger.askedToEnd(id, at: due)
        ledger.ended(id, .cancelled, at: due + .milliseconds(200))
        ledger.pushed(id, ring("a", after: .milliseconds(400), connection: connection))
        #expect(LedgerFindings(on: ledger).isClean == isAllowed)
        #expect(LedgerFindings(on: ledger).underWay == (isAllowed ? 1 : 0))
    }

    @Test("Counts a ring between the request to end an alarm and the response as neither late nor wrong")
    func betweenAskingAndAnswer() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.askedToEnd(id, at: due - .milliseconds(10))
        ledger.pushed(id, ring("a", after: .zero))
        ledger.ended(id, .cancelled, at: due + .milliseconds(10))
        #expect(LedgerFindings(on: ledger).isClean)
    }

    @Test("Ignores what was not promised, and adds up")
    func nothing() {
        #expect(LedgerFindings(on: Ledger()) == LedgerFindings())
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        let sum = LedgerFindings(on: ledger) + LedgerFindings(on: ledger)
        #expect(sum.lost == 2)
        #expect(sum.violations.count == 2)
    }

    private func browserRing(_ name: String, after span: Span, connection: Int = 1) -> Ledger.Push {
        Ledger.Push(name: name, rings: true, at: due + span, connection: connection, isNamed: false)
    }

    @Test("Takes a browser's second ring for a repeat only if the relay was killed in between and promised no other")
    func browserRepeats() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, browserRing("a", after: .zero, connection: 1))
        ledger.killed(at: due + .seconds(1), connections: 1)
        let again = browserRing("b", after: .seconds(2), connection: 2)
        #expect(ledger.isRepeat(again, of: id))
        ledger.pushed(id, again)
        #expect(ledger.rings(of: id) == 1)
        #expect(LedgerFindings(on: ledger).isClean)
        #expect(LedgerFindings(on: ledger).repeated == 1)
        // The same life has no reason to ring again.
        let doubled = browserRing("c", after: .seconds(3), connection: 2)
        #expect(!ledger.isRepeat(doubled, of: id))
        ledger.pushed(id, doubled)
        #expect(LedgerFindings(on: ledger).doubled == 1)
    }

    @Test("Takes a browser's ring after a snooze for the promised one, however often the relay was killed")
    func browserSnooze() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, browserRing("a", after: .zero, connection: 1))
        ledger.askedToSnooze(id)
        ledger.snoozed(id, until: due + .seconds(5))
        ledger.killed(at: due + .seconds(2), connections: 1)
        #expect(!ledger.isSettled)
        ledger.pushed(id, browserRing("b", after: .seconds(6), connection: 2))
        #expect(ledger.isSettled)
        #expect(LedgerFindings(on: ledger).isClean)
        #expect(LedgerFindings(on: ledger).rung == 2)
    }

    @Test("Finds a browser's promised ring that never came, and one after the end")
    func browserLost() {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        ledger.pushed(id, browserRing("a", after: .zero, connection: 1))
        ledger.askedToSnooze(id)
        ledger.snoozed(id, until: due + .seconds(5))
        ledger.killed(at: due + .seconds(1), connections: 1)
        // A repeat of the first is not the ring that the snooze promised.
        ledger.pushed(id, browserRing("b", after: .seconds(2), connection: 2))
        #expect(LedgerFindings(on: ledger).lost == 1)
        ledger.askedToEnd(id, at: due + .seconds(3))
        ledger.ended(id, .cancelled, at: due + .seconds(3))
        ledger.pushed(id, browserRing("c", after: .seconds(4), connection: 2))
        #expect(LedgerFindings(on: ledger).afterEnd == 1)
    }
}
