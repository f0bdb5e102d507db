import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import reveille

@Suite("What is said of a deadline that an absence of the relay has moved")
struct MovedDeadlineTests {
    private let due = Instant(seconds: 1_800_000_000)

    private func deadline(_ number: UInt64, at time: Instant, preset: String? = "check-in") -> AlarmView {
        AlarmView(
            id: AlarmID(high: 7, low: number),
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            preset: preset,
            direction: .incoming,
            state: .scheduled,
            revision: 1,
            time: time,
            ttl: .hours(24),
            sound: "default",
            setAt: time - .days(1)
        )
    }

    private func report(_ state: CheckInStatus.State, due: Instant?) -> CheckInReport {
        CheckInReport(
            state: state,
            settings: CheckInSettings(name: "Ana"),
            due: due,
            contactsDue: due,
            remaining: nil,
            contacts: 0,
            history: []
        )
    }

    @Test("The alarm of the deadline, which keeps the time that was set, is told from others and from one in time")
    func moved() {
        let (former, now) = (deadline(1, at: due), deadline(2, at: due + .hours(2), preset: nil))
        #expect(former.preset == EscalationPolicy.checkIn.name)
        let moved = report(.warning, due: due + .minutes(45))
        #expect(moved.moved(among: [now, former])?.id == former.id)
        #expect(report(.normal, due: due).moved(among: [former]) == nil)
        #expect(report(.expired, due: due + .minutes(45)).moved(among: [former]) == nil)
        #expect(report(.normal, due: nil).moved(among: [former]) == nil)
        #expect(moved.moved(among: [now]) == nil)
        let present = deadline(3, at: due + .minutes(45))
        #expect(moved.moved(among: [former, present]) == nil, "the earlier one has told contacts")
    }

    @Test("It is said by when a check-in was due before, and why there is more time", arguments: Language.allCases)
    func words(language: Language) {
        let text = StatusText.moved(from: due, writing: ChineseTexts.clock(language).value, language)
        #expect(text.hasPrefix("It was due by ") == (language == .english))
        #expect(text.contains("because the relay was away") == (language == .english))
    }

    @Test("A status writes every time as lists do, the sentences as well as the history", arguments: Language.allCases)
    func times(language: Language) {
        let clock = ChineseTexts.clock(language)
        var known = report(.expired, due: due)
        known.history = [CheckInReport.Entry(at: due - .days(1))]
        known.telling = CheckInTelling(
            outcome: .told,
            messages: [
                CheckInTelling.Message(
                    contact: ContactID(high: 1, low: 1),
                    name: "Ben",
                    medium: .email,
                    state: .sent,
                    at: due + .minutes(1)
                )
            ]
        )
        known.delayed = [MediumDelay(medium: .sms, since: due - .hours(1), reason: "no answer")]
        known.contacts = 1
        let said = known.lines(movedFrom: due - .hours(2), flag: "", clock) + known.historyLines(clock)
        for time in [due, due - .hours(2), due + .minutes(1), due - .hours(1), due - .days(1)] {
            #expect(said.contains { $0.contains(clock.text(time)) }, "\(clock.text(time)): \(said)")
        }
        for line in said { #expect(!line.contains("2027年") && !line.contains(", 2027"), "\(line)") }
    }
}
