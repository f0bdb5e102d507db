import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What a terminal says of a warning or an alert that is over")
struct OverNoticeTests {
    private let noon = Instant(seconds: 1_800_000_000)
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")

    private func notice(_ stage: Stage, preset: String) -> AlarmNotice {
        AlarmNotice(
            stage: PushStage(stage),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: noon,
            preset: preset,
            relayWords: PushWords(title: "Cancel the alert?", body: "Say that you are all right.")
        )
    }

    private func alert(_ state: CareAlertView.State) -> CareAlertView {
        CareAlertView(
            id: DocumentID(high: 7, low: 7),
            circle: CircleID(high: 1, low: 2),
            kind: .fall,
            state: state,
            at: noon,
            audience: 1,
            endedAt: noon,
            endedBy: "Ana",
            notice: "-"
        )
    }

    private func farewell(of notice: AlarmNotice, about alert: CareAlertView) -> String {
        let topic = notice.topic(of: alert, dweller: "Ana", in: .english)
        return notice.farewell(alert.ending(clock), about: topic, in: .english)
    }

    @Test("The question to a dweller that is over says what it was about and how it ended, and asks nothing again")
    func question() {
        let (notice, alert) = (notice(.countdown, preset: "care-alert"), alert(.cancelled))
        #expect(
            farewell(of: notice, about: alert)
                == """
                Your alert (a possible fall) needs no answer here any more: Ana called it off at 08:00:00.
                """
        )
        // Only whoever was not heard of was asked.
        #expect(
            farewell(of: self.notice(.areYouWell, preset: "inactivity"), about: alert)
                .hasPrefix("The question whether you are all right (a possible fall) needs no answer here any more: ")
        )
    }

    @Test("Two questions to a dweller that wait for an answer at once are told apart by their signals")
    func questions() {
        let question = notice(.countdown, preset: "care-alert")
        var (fall, quiet) = (alert(.counting), alert(.counting))
        fall.kind = .fall
        quiet.kind = .wellness
        let words = "Cancel the alert? Say that you are all right."
        #expect(question.title(of: fall, in: .english) == "\(words) (a possible fall)")
        #expect(question.title(of: quiet, in: .english) == "\(words) (little activity for days)")
        #expect(notice(.alert, preset: "care-alert").title(of: fall, in: .english) == words, "it names the signal")
    }

    @Test("A list of what rings names the end of a countdown, and not how long it was when the question came")
    func listedQuestion() {
        var question = notice(.countdown, preset: "care-alert")
        question.relayWords?.body = "In 59 seconds your care circle is told that you may need help."
        let title = question.news(in: .english)
        let alert = alert(.counting)
        let later = Instant(seconds: 4_000_000_000)
        #expect(
            question.listed(title, due: later, of: alert, clock)
                == "Cancel the alert? (a possible fall). You have until \(clock.text(later))."
        )
        let past = Instant(seconds: 1_700_000_000)
        #expect(
            question.listed(title, due: past, of: alert, clock)
                == "Cancel the alert? (a possible fall). The time was over at \(clock.text(past))."
        )
        #expect(question.listed(title, due: nil, clock) == "Cancel the alert?")
        #expect(notice(.alert, preset: "care-alert").listed("As it came", due: nil, clock) == "As it came")
    }

    @Test("A list of what rings names the deadline of a check-in, and of a rehearsal none")
    func listedDeadline() {
        var warning = notice(.checkInDue, preset: "check-in")
        warning.relayWords = PushWords(title: "Check in now", body: "Check in by 14:00. 59 minutes left.")
        let later = Instant(seconds: 4_000_000_000)
        let past = Instant(seconds: 1_700_000_000)
        let came = warning.news(in: .english)
        #expect(warning.listed(came, due: later, clock) == "Check in now. Due by \(clock.text(later)).")
        #expect(warning.listed(came, due: past, clock) == "Check in now. It was due by \(clock.text(past)).")
        #expect(warning.listed(came, due: nil, clock) == "Check in now")
        warning.preset = "rehearsal"
        #expect(warning.listed(came, due: later, clock) == "Check in now")
        let daily = notice(.checkInReminder, preset: "daily-check-in")
        #expect(daily.listed("Not checked in today", due: later, clock) == "Not checked in today")
    }

    @Test("An alert that is over names the person, if that is known, and what happened")
    func alert() {
        let (notice, alert) = (notice(.alert, preset: "care-alert"), alert(.unanswered))
        #expect(
            farewell(of: notice, about: alert)
                == """
                The alert about Ana (a possible fall) needs no answer here any more: it ended without an answer at \
                08:00:00.
                """
        )
        #expect(notice.farewell(nil, in: .english) == "The alert needs no answer here any more.")
    }

    @Test("Of two who answer an alert at once, only the one that the relay recorded looks after the dweller")
    func twoAnswers() {
        let alert = alert(.acknowledged)
        #expect(alert.outcome(for: "Ana", clock) == "You look after it; the others are told.")
        #expect(alert.outcome(for: "Ben", clock) == "Too late: Ana has looked after it since 08:00:00.")
        #expect(alert.outcome(for: nil, clock) == "The relay has taken it: Ana has looked after it since 08:00:00.")
        #expect(self.alert(.cancelled).outcome(for: "Ben", clock) == "Too late: Ana called it off at 08:00:00.")
    }

    @Test("Whoever has taken an alert by a command, or called it off, is addressed and not named")
    func own() {
        let taken = alert(.acknowledged)
        #expect(taken.ending(clock, own: "Ana") == "you look after it")
        #expect(taken.ending(clock, own: "Ben") == "Ana has looked after it since 08:00:00")
        #expect(taken.ending(clock) == "Ana has looked after it since 08:00:00")
        #expect(taken.isHelped(by: "Ana") && !taken.isHelped(by: "Ben") && !taken.isHelped(by: nil))
        let calledOff = alert(.cancelled)
        #expect(calledOff.ending(clock, own: "Ana") == "you called it off at 08:00:00")
        #expect(calledOff.ending(clock, own: "Ben") == "Ana called it off at 08:00:00")
        #expect(!calledOff.isHelped(by: "Ana"))
    }

    @Test(
        "No notice that can be answered repeats its instruction once it is over",
        arguments: [
            (Stage.checkInDue, "check-in"), (.checkInReminder, "check-in"), (.checkInReminder, "daily-check-in"),
            (.contactsTold, "check-in"), (.reached, "check-in"), (.checkInDue, "rehearsal"),
            (.areYouWell, "inactivity"), (.countdown, "care-alert"), (.alert, "care-alert"),
        ] as [(Stage, String)]
    )
    func instructions(stage: Stage, preset: String) {
        let words = notice(stage, preset: preset).farewell(nil, in: .english)
        #expect(words.hasPrefix("The ") || words.hasPrefix("Your "), "\(words)")
        #expect(words.hasSuffix(" needs no answer here any more."), "\(words)")
        #expect(!words.contains("Cancel") && !words.contains("Say"), "\(words)")
    }
}
