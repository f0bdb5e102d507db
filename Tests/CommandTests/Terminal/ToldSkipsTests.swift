import AlarmCore
import AlarmWire
import Engine
import Testing

@testable import DeviceKit
@testable import reveille

@Suite("What a sender hears of a repeated alarm that skips a time")
struct ToldSkipsTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
    private let tuesday: Instant
    private let daily: RecurrenceRule

    init() throws {
        tuesday = try Instant(iso8601: "2026-11-24T16:00:00Z")
        daily = try RecurrenceRule("FREQ=DAILY")
    }

    private func listing(
        refused isRefused: Bool,
        time: Instant? = nil,
        _ change: (inout AlarmView) -> Void = { _ in }
    ) -> AlarmListing {
        let due = time ?? tuesday
        var view = AlarmView(
            id: AlarmID(high: 7, low: 7),
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            direction: .outgoing,
            state: .scheduled,
            revision: 3,
            time: due,
            nextTime: due + .days(1),
            rule: daily,
            ttl: .hours(1),
            sound: "default",
            setAt: tuesday - .days(7),
            isRefused: isRefused
        )
        change(&view)
        return AlarmListing(view: view, words: .verified("Tea"), partnerName: "Ben")
    }

    private func news(_ told: inout ToldSkips, _ alarms: AlarmListing...) -> [ToldSkips.News] {
        told.follow(alarms).map(\.news)
    }

    @Test("It is said once that a time is skipped, and that it is not, and each time anew")
    func once() {
        var told = ToldSkips()
        let (refused, allowed) = (listing(refused: true), listing(refused: false))
        let said = [allowed, refused, refused, allowed, allowed, refused].map { news(&told, $0) }
        #expect(said == [[], [.skips], [], [.ringsAgain], [], [.skips]])
        let later = news(&told, listing(refused: true, time: tuesday + .days(1)))
        #expect(later == [.skips], "another time")
    }

    @Test("What a notice has said of the next time is not said again, and a time that was skipped does not ring again")
    func noticed() {
        var told = ToldSkips()
        let next = listing(refused: true, time: tuesday + .days(1))
        told.note(next.view)
        let repeated = news(&told, next)
        #expect(repeated.isEmpty)
        let after = news(&told, listing(refused: false, time: tuesday + .days(2)))
        #expect(after.isEmpty)
    }

    @Test("Of single alarms, reminders and those of others nothing is said here")
    func others() {
        var told = ToldSkips()
        let said = news(
            &told,
            listing(refused: true) { $0.rule = nil },
            listing(refused: true) { $0.direction = .incoming },
            listing(refused: true) { $0.preset = EscalationPolicy.reminder.name },
            listing(refused: true) { $0.state = .cancelled }
        )
        #expect(said.isEmpty)
    }

    @Test("The sentence names the time that is skipped, and the one after it as it is")
    func sentences() {
        var alarm = listing(refused: true)
        let skips = "“Tea” for Ben will not ring at Tue 2026-11-24 17:00 CET: Ben takes none of yours then."
        #expect(alarm.line(of: .skips, clock) == "\(skips) Next: Wed 2026-11-25 17:00 CET.")
        alarm.view.isNextRefused = true
        #expect(
            alarm.line(of: .skips, clock)
                == "\(skips) As things are, the next time, Wed 2026-11-25 17:00 CET, is skipped too."
        )
        alarm.view.nextTime = nil
        #expect(alarm.line(of: .skips, clock) == skips)
        #expect(
            listing(refused: false).line(of: .ringsAgain, clock)
                == "“Tea” for Ben rings again. Next: Tue 2026-11-24 17:00 CET."
        )
    }
}
