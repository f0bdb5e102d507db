import AlarmCore
import AlarmWire
import Engine
import Testing

@testable import DeviceKit
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

    @Test("A repeated alarm that rang and has its next time was not changed or set anew, and one that was moved was")
    func nextTime() throws {
        func alarm(_ rule: RecurrenceRule?) -> IncomingAlarm {
            IncomingAlarm(
                stage: PushStage(.handoff),
                id: AlarmID(high: 7, low: 7),
                revision: 2,
                time: next,
                rule: rule,
                sound: "default",
                words: .verified("Walk"),
                partnerName: "Ana",
                isLate: false
            )
        }
        func line(_ rule: RecurrenceRule?, from former: Instant?) -> String {
            alarm(rule).change(from: former, clock)
        }
        let rule = try RecurrenceRule("FREQ=DAILY")
        let rang = Instant(seconds: 1_700_000_000)
        let over = "Stopped: this time is over. It was “Walk” from Ana. Next: \(clock.text(next))."
        #expect(line(rule, from: rang) == over)
        for changed in [line(rule, from: nil), line(nil, from: rang), line(rule, from: next)] {
            #expect(changed == "Changed: “Walk” from Ana")
        }
        #expect(alarm(rule).goesOn(after: rang, at: rang + .minutes(2)))
        #expect(!alarm(rule).goesOn(after: nil, at: rang))
        #expect(!alarm(nil).goesOn(after: rang, at: rang))
        #expect(!alarm(rule).goesOn(after: rang, at: rang - .minutes(2)), "it was moved before it was due")
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

    @Test("One that repeats says whether it skips a time or has ended, and calls no time next that is skipped too")
    func skipped() {
        let clause = "you do not let Ana ring at that time"
        var skips = EndReason(clause: clause, next: next + .days(1), skipped: next)
        let said = "“Walk” from Ana skips the time \(clock.text(next)): \(clause)."
        #expect(line(skips) == "\(said) Next: \(clock.text(next + .days(1))).")
        #expect(line(skips, wasPutOff: true) == line(skips))
        skips.next = nil
        #expect(line(skips) == said)
        skips.skippedNext = next + .days(1)
        let further = "As things are, the next time, \(clock.text(next + .days(1))), is skipped too."
        #expect(line(skips) == "\(said) \(further)")
        let ended = EndReason(clause: "you have muted Ana", hasEnded: true)
        #expect(line(ended) == "“Walk” from Ana has ended, and will not ring any more: you have muted Ana.")
    }

    @Test("One that was put off once more elsewhere is said to be put off, and until when, not to ring no more")
    func putOffAgain() {
        let reason = EndReason(clause: "you put it off on another device of yours", putOffUntil: next)
        for wasPutOff in [true, false] {
            #expect(line(reason, wasPutOff: wasPutOff) == "Put off until \(clock.text(next)): “Walk” from Ana")
        }
        let stopped = "Stopped: you put it off on another device of yours. It was “Walk” from Ana"
        #expect(line(reason, hasRung: true) == stopped)
    }

    @Test("An alarm that is put off again has another end to tell, and one of which that was said has not")
    func toldSnoozes() {
        let id = AlarmID(high: 7, low: 7)
        let later = next + .minutes(9)
        var told = ToldSnoozes()
        #expect([next, next, later, later].map { told.note($0, of: id) } == [true, false, true, false])
        told.forget(id)
        let isNewsAgain = told.note(later, of: id)
        #expect(isNewsAgain, "it has rung since")
    }

    @Test("A reminder that its reader's consent holds back stays: it has not ended, and is silent for now")
    func heldBack() throws {
        let muted = EndReason(clause: "you have muted Ana", isHeldBack: true)
        let said = "“Walk” from Ana will not ring for now: you have muted Ana."
        #expect(line(muted) == said)
        #expect(line(muted, wasPutOff: true) == said)
        let details = try ReminderDetails(assignee: PersonID(high: 1, low: 2), title: "Walk", schedule: .at(next))
        let reminder = Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: CircleID(high: 2, low: 1),
            creator: PersonID(high: 1, low: 1),
            details: details,
            due: next
        )
        for silence in [ReminderSilence.muted, .paused, .hours] {
            #expect(ReminderView(reminder, silence: silence).isHeldBack)
        }
        for silence in [ReminderSilence.takenOff, .unreachable, nil] {
            #expect(!ReminderView(reminder, silence: silence).isHeldBack)
        }
    }

    @Test("A reminder that was perhaps only changed is not said to ring no more")
    func changed() {
        let gone = EndReason(clause: "it was handed over to somebody else", mayRingAnew: true)
        let said = "“Walk” from Ana will not ring as it was set: it was handed over to somebody else."
        #expect(line(gone) == said)
        #expect(line(gone, wasPutOff: true) == said)
    }

    @Test("A reminder that goes on was silenced by the person's other device, unless by this one")
    func soundOff() {
        func view(_ preset: String?, _ state: AlarmState = .ringing) -> AlarmView {
            AlarmView(
                id: AlarmID(high: 7, low: 7),
                pair: PairID(high: 2, low: 2),
                setBy: PersonID(high: 1, low: 2),
                preset: preset,
                direction: .incoming,
                state: state,
                revision: 1,
                time: next,
                ttl: .minutes(10),
                sound: "default",
                setAt: next
            )
        }
        let reminder = view(EscalationPolicy.reminder.name)
        #expect(reminder.isSilencedElsewhere(unless: .released))
        #expect(!reminder.isSilencedElsewhere(unless: .answered))
        #expect(!view(EscalationPolicy.reminder.name, .scheduled).isSilencedElsewhere(unless: .released))
        #expect(!view(nil).isSilencedElsewhere(unless: .released))
    }
}
