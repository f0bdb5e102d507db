import AlarmCore
import Testing

@Suite("The credit that a deadline gets for the relay's absence")
struct DowntimeCreditTests {
    private let opening = Instant(seconds: 1_800_000_000)
    private var deadline: Instant { opening + .hours(2) }

    private func extended(_ absences: (Span, Span)..., grace: Span = .minutes(15)) -> Instant {
        let absences = absences.map { Absence(from: opening + $0.0, until: opening + $0.1) }
        return DowntimeCredit(grace: grace, absences: absences).extended(deadline, from: opening)
    }

    @Test("A relay that was never away gives none")
    func none() {
        #expect(extended() == deadline)
    }

    @Test("After an absence over the deadline there is as much time as it lasted, but no more than the grace")
    func overTheDeadline() {
        #expect(extended((.minutes(118), .minutes(123))) == opening + .minutes(128))
        #expect(extended((.minutes(118), .hours(8))) == opening + .hours(8) + .minutes(15))
    }

    @Test("An absence that left more time than its credit changes nothing")
    func early() {
        #expect(extended((.minutes(10), .minutes(20))) == deadline)
    }

    @Test("An absence that ended shortly before the deadline moves it")
    func shortlyBefore() {
        #expect(extended((.minutes(60), .minutes(119))) == opening + .minutes(134))
    }

    @Test("An absence before the opening or after the deadline is none of its concern")
    func outside() {
        #expect(extended((-.hours(5), .zero)) == deadline)
        #expect(extended((.hours(2), .hours(9))) == deadline)
    }

    @Test("An absence during the credit of another one gives credit, too")
    func chained() {
        let absences = ((Span.minutes(110), Span.minutes(125)), (Span.minutes(130), Span.minutes(150)))
        #expect(extended(absences.0) == opening + .minutes(140))
        #expect(extended(absences.1, absences.0) == opening + .minutes(165))
    }

    @Test("Two restarts in a row count as one absence")
    func touching() {
        #expect(
            extended((.minutes(110), .minutes(121)), (.minutes(121), .minutes(124))) == opening + .minutes(138)
        )
    }

    @Test("A clock that was set back is no absence")
    func backwards() {
        #expect(extended((.minutes(119), .minutes(60))) == deadline)
    }

    @Test("No grace, no credit; and extremes do not trap")
    func extremes() {
        #expect(extended((.zero, .hours(9)), grace: .zero) == opening + .hours(9))
        #expect(extended((.zero, .hours(9)), grace: -.hours(1)) == opening + .hours(9))
        let ever = Absence(from: Instant(milliseconds: .min), until: Instant(milliseconds: .max))
        let credit = DowntimeCredit(grace: Span(milliseconds: .max), absences: [ever, ever])
        #expect(credit.extended(deadline, from: opening) == Instant(milliseconds: .max))
    }

    @Test("It never shortens, never passes the grace, and knows no order", arguments: 0..<500 as Range<UInt64>)
    func properties(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let grace = Span.minutes(.random(in: 0...60, using: &chance))
        let absences = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
            let from = opening + .minutes(.random(in: -200...300, using: &chance))
            return Absence(from: from, until: from + .minutes(.random(in: -5...200, using: &chance)))
        }
        let credit = DowntimeCredit(grace: grace, absences: absences)
        let extended = credit.extended(deadline, from: opening)
        #expect(extended >= deadline)
        let shuffled = DowntimeCredit(grace: grace, absences: absences.shuffled(using: &chance))
        #expect(shuffled.extended(deadline, from: opening) == extended)
        let concerned = credit.absences.filter { $0.until > opening && $0.from < extended }
        #expect(extended <= max(deadline, concerned.map { $0.until + grace }.max() ?? deadline))
        if concerned.isEmpty { #expect(extended == deadline) }
        // After each absence the deadline leaves as much time as the absence lasted, up to the grace.
        for absence in concerned { #expect(extended >= absence.until + min(grace, absence.length)) }
        // A further absence never reduces the credit.
        let more = DowntimeCredit(grace: grace, absences: absences + [Absence(from: opening, until: deadline)])
        #expect(more.extended(deadline, from: opening) >= extended)
    }
}
