import AlarmCore
import CrashTest
import Testing

@Suite("The judge of several relays")
struct SeveralRelaysTests {
    private let due = Instant(seconds: 1_800_000_000)
    private let id = AlarmID(high: 1, low: 1)

    private func ring(
        _ name: String = "a",
        by node: Int,
        after span: Span,
        connection: Int? = nil
    ) -> Ledger.Push {
        Ledger.Push(name: name, rings: true, at: due + span, connection: connection ?? node, node: node)
    }

    private func accepted() -> Ledger {
        var ledger = Ledger()
        ledger.accepted(id, due: due)
        return ledger
    }

    @Test(
        "Allows a repeat by another relay only if the one that sent first was killed in between",
        arguments: [(1, 1, true), (2, 1, false), (1, 5, false)]
    )
    func killed(node: Int, seconds: Int64, isAllowed: Bool) {
        var ledger = accepted()
        ledger.pushed(id, ring(by: 1, after: .zero))
        ledger.pushed(id, ring(by: 2, after: .seconds(4)))
        ledger.killed(at: due + .seconds(seconds), connections: 2, node: node)
        let verdict = LedgerFindings(on: ledger)
        #expect(verdict.repeated == (isAllowed ? 1 : 0))
        #expect(verdict.doubled == (isAllowed ? 0 : 1))
        #expect(verdict.isClean == isAllowed)
    }

    @Test("Allows no repeat of what a later life had sent, by the kill of an earlier one")
    func laterLife() {
        var ledger = accepted()
        ledger.killed(at: due - .seconds(1), connections: 2, node: 1)
        ledger.pushed(id, ring(by: 1, after: .zero, connection: 3))
        ledger.pushed(id, ring(by: 2, after: .seconds(4), connection: 2))
        #expect(LedgerFindings(on: ledger).doubled == 1)
    }

    @Test(
        "Allows a repeat if the first relay was stopped or cut off before it could record the outcome",
        arguments: [(1, -1, 6, true), (1, 4, 6, true), (1, 7, 8, false), (2, -1, 6, false), (1, -9, -1, false)]
    )
    func interrupted(node: Int, start: Int64, end: Int64, isAllowed: Bool) {
        var ledger = accepted()
        ledger.interrupted(.severed, node: node, at: due + .seconds(start))
        ledger.resumed(node: node, at: due + .seconds(end))
        ledger.pushed(id, ring(by: 1, after: .zero))
        ledger.pushed(id, ring(by: 2, after: .seconds(5)))
        #expect(LedgerFindings(on: ledger).isClean == isAllowed)
    }

    @Test("Allows a repeat by any relay while the database was away from all of them")
    func databaseAway() {
        var ledger = accepted()
        ledger.pushed(id, ring(by: 1, after: .zero))
        ledger.interrupted(.severed, at: due + .milliseconds(5))
        ledger.pushed(id, ring(by: 2, after: .seconds(5)))
        #expect(LedgerFindings(on: ledger).repeated == 1)
        #expect(LedgerFindings(on: ledger).isClean)
    }

    @Test(
        "Allows what a stopped relay had begun to send to arrive once it goes on, and nothing that it sends later",
        arguments: [(500, true), (1500, false)]
    )
    func released(milliseconds: Int64, isAllowed: Bool) {
        var ledger = accepted()
        ledger.interrupted(.stopped, node: 1, at: due)
        ledger.pushed(id, ring(by: 2, after: .seconds(4)))
        ledger.resumed(node: 1, at: due + .seconds(8))
        ledger.pushed(id, ring(by: 1, after: .seconds(8) + .milliseconds(milliseconds)))
        #expect(LedgerFindings(on: ledger).isClean == isAllowed)
        #expect(LedgerFindings(on: ledger).repeated == (isAllowed ? 1 : 0))
    }

    @Test(
        "Finds a ring after the end that another relay had confirmed, unless its sender stood still at that time",
        arguments: [(Interruption.Kind.stopped, 500, true), (.stopped, 1500, false), (.severed, 500, false)]
    )
    func afterEnd(kind: Interruption.Kind, milliseconds: Int64, isAllowed: Bool) {
        var ledger = accepted()
        ledger.interrupted(kind, node: 1, at: due)
        ledger.askedToEnd(id, at: due + .seconds(1))
        ledger.ended(id, .cancelled, at: due + .seconds(6))
        ledger.resumed(node: 1, at: due + .seconds(8))
        ledger.pushed(id, ring(by: 1, after: .seconds(8) + .milliseconds(milliseconds)))
        let verdict = LedgerFindings(on: ledger)
        #expect(verdict.underWay == (isAllowed ? 1 : 0))
        #expect(verdict.afterEnd == (isAllowed ? 0 : 1))
    }

    @Test(
        "Counts the time to take over from when the ring was due, promised and possible, whichever came last",
        arguments: [(-5, -5, 8), (1, -5, 7), (1, 2, 6), (6, -5, 8), (6, 2, 2), (9, -5, 8)]
    )
    func takeOver(disturbance: Int64, confirmed: Int64, seconds: Int64) {
        var ledger = Ledger()
        ledger.accepted(id, due: due, at: due + .seconds(confirmed))
        ledger.disturbed(at: due + .seconds(disturbance))
        ledger.pushed(id, ring(by: 2, after: .seconds(8)))
        #expect(LedgerFindings(on: ledger).takeOver == .seconds(seconds))
    }

    @Test(
        "Excuses the whole time without a database, also of a ring that came before anybody saw its end",
        arguments: [(9, 1), (7, 0)]
    )
    func outage(ring after: Int64, seconds: Int64) {
        var ledger = accepted()
        ledger.interrupted(.severed, at: due + .seconds(1))
        ledger.resumed(at: due + .seconds(8))
        ledger.pushed(id, ring(by: 2, after: .seconds(after)))
        #expect(LedgerFindings(on: ledger).takeOver == .seconds(seconds))
    }

    @Test("Tells no time to take over where nothing went away")
    func undisturbed() {
        var ledger = accepted()
        ledger.pushed(id, ring(by: 2, after: .seconds(4)))
        #expect(LedgerFindings(on: ledger).takeOver == nil)
        #expect((LedgerFindings(on: ledger) + LedgerFindings()).takeOver == nil)
    }
}
