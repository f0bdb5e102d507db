import AlarmCore
import Engine
import Testing

@testable import reveille

@Suite("What is said of an alarm that rings no more")
struct TakenOffTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
    private let next = Instant(seconds: 1_800_000_000)

    private func line(
        _ reason: EndReason?,
        hasRung: Bool = false,
        wasAnswered: Bool = false,
        wasPutOff: Bool = false
    ) -> String {
        TakenOff(
            title: "“Walk” from Ana",
            reason: reason,
            hasRung: hasRung,
            wasAnswered: wasAnswered,
            wasPutOff: wasPutOff
        ).line(clock)
    }

    @Test("One that recurs is not said to be over for good: its next time is", arguments: [true, false])
    func recurring(hasRung: Bool) {
        let said = line(EndReason(clause: "this time is over", next: next), hasRung: hasRung, wasAnswered: !hasRung)
        let due = "Next: \(clock.text(next))."
        #expect(
            said
                == (hasRung
                    ? "Stopped: this time is over. It was “Walk” from Ana. \(due)"
                    : "“Walk” from Ana: this time is over. \(due)")
        )
        #expect(!said.contains("will not ring"))
    }

    @Test("One that is over says why, as far as that is known")
    func over() {
        let taken = EndReason(clause: "it was taken back")
        #expect(line(taken, hasRung: true) == "Stopped: it was taken back. It was “Walk” from Ana")
        #expect(line(nil, hasRung: true) == "Stopped: it no longer rings here. It was “Walk” from Ana")
        #expect(line(taken) == "“Walk” from Ana will not ring: it was taken back.")
        #expect(line(taken, wasPutOff: true) == "“Walk” from Ana will not ring again: it was taken back.")
        #expect(line(nil) == "“Walk” from Ana will not ring here any more.")
        #expect(line(taken, wasAnswered: true) == "“Walk” from Ana is over here: it was taken back.")
        #expect(line(nil, wasAnswered: true) == "“Walk” from Ana is over here.")
    }
}
