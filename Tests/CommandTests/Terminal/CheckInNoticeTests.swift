import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What a terminal makes of notices about a check-in")
struct CheckInNoticeTests {
    private func notice(_ stage: Stage, preset: String = "check-in") -> AlarmNotice {
        AlarmNotice(
            stage: PushStage(stage),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: Instant(seconds: 1_800_000_000),
            preset: preset,
            relayWords: PushWords(title: "T", body: "B.")
        )
    }

    @Test(
        "Each warning, and the news that contacts were told, sounds and can be answered by a check-in",
        arguments: [Stage.checkInDue, .checkInReminder, .contactsTold]
    )
    func answerable(stage: Stage) {
        let notice = notice(stage)
        #expect(notice.isAnswerable && notice.canBePutOff)
        #expect(Language.english.text(notice.thanks) == "Checked in.")
    }

    @Test("The news that a contact has reached the person is answered by a check-in, and cannot be put off")
    func reached() {
        let notice = notice(.reached)
        #expect(notice.isAnswerable && !notice.canBePutOff)
        #expect(Language.english.text(notice.thanks) == "Checked in.")
    }

    @Test(
        "A warning stands until its deadline is met or moved, also one that an operator's policy gives early",
        arguments: [
            (CheckInStatus.State.warning, 0, true), (.due, 0, true), (.expired, 0, true), (.escalated, 0, true),
            (.normal, 0, true), (.normal, 86_400, false), (.checkedIn, 86_400, false), (.paused, 86_400, false),
        ] as [(CheckInStatus.State, Int64, Bool)]
    )
    func stands(state: CheckInStatus.State, later seconds: Int64, stands: Bool) {
        let notice = notice(.checkInDue)
        #expect(report(state, due: notice.time + .seconds(seconds)).isAsked(by: notice) == stands)
    }

    @Test("The daily reminder stands until a check-in after it, whatever the deadline")
    func daily() {
        let notice = notice(.checkInReminder, preset: "daily-check-in")
        let due = notice.time + .days(3)
        #expect(report(.normal, due: due, checkedIn: notice.time - .hours(20)).isAsked(by: notice))
        #expect(!report(.normal, due: due, checkedIn: notice.time + .seconds(5)).isAsked(by: notice))
    }

    private func report(_ state: CheckInStatus.State, due: Instant, checkedIn: Instant? = nil) -> CheckInReport {
        CheckInReport(
            state: state,
            settings: CheckInSettings(name: "Ana"),
            due: due,
            contactsDue: due,
            remaining: 0,
            contacts: 0,
            history: checkedIn.map { [CheckInReport.Entry(at: $0)] } ?? []
        )
    }

    @Test(
        "A rehearsal cannot be put off, and an answer to it is no check-in",
        arguments: ["rehearsal", "gentle-rehearsal"]
    )
    func rehearsal(preset: String) {
        let notice = notice(.checkInDue, preset: preset)
        #expect(notice.isAnswerable && !notice.canBePutOff)
        #expect(Language.english.text(notice.thanks) == "The rehearsal is over. It was no check-in.")
    }

    @Test("A warning that is put away says that its deadline still runs, and until when")
    func putAway() {
        let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
        let due = Instant(seconds: 4_000_000_000)
        let words = notice(.checkInDue).putAway(report(.due, due: due), clock)
        #expect(words == "Put away here. It was no check-in: your deadline still runs, until \(clock.text(due)).")
        let past = Instant(seconds: 1_700_000_000)
        let late = notice(.checkInReminder).putAway(report(.expired, due: past), clock)
        #expect(late == "Put away here. It was no check-in: your deadline passed at \(clock.text(past)).")
        #expect(notice(.checkInDue).putAway(nil, clock) == "Put away here. It was no check-in.")
        let told = notice(.contactsTold).putAway(report(.escalated, due: past), clock)
        #expect(told == "Put away here. Only a check-in tells your contacts otherwise.")
    }

    @Test("Only an alert about somebody else is said not to be looked after")
    func putAwayOthers() {
        let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")
        for stage in [Stage.checkInDue, .checkInReminder, .contactsTold, .reached, .countdown, .areYouWell] {
            #expect(!notice(stage).putAway(nil, clock).contains("look after"))
        }
        #expect(notice(.alert).putAway(nil, clock).contains("nobody is told that you look after it"))
        let rehearsal = notice(.checkInDue, preset: "rehearsal")
        #expect(rehearsal.putAway(nil, clock) == "Put away here; the rehearsal goes on.")
    }

    @Test(
        "Title and text make one line, whatever the title ends in",
        arguments: [
            ("How are you today?", "Check in.", "How are you today? Check in."),
            ("A test", "All is well.", "A test. All is well."),
            ("“Tea”", "It rings.", "“Tea”. It rings."),
            ("今天好嗎？", "請報平安。", "今天好嗎？請報平安。"),
            ("測試", "一切正常。", "測試。一切正常。"),
            ("有人正在照顧 Gran", "Cyn 已回應有關 Gran 的警報。", "有人正在照顧 Gran。Cyn 已回應有關 Gran 的警報。"),
            ("A test by 王", "All is well.", "A test by 王. All is well."),
            ("Alarm", "", "Alarm"),
        ]
    )
    func line(title: String, body: String, line: String) {
        #expect(PushWords(title: title, body: body).line == line)
    }

    @Test("No text that a terminal shows asks for a tap", arguments: Language.allCases)
    func tap(language: Language) {
        for stage in Stage.allCases {
            for policy in ["check-in", "rehearsal", "care-alert", "reminder"] {
                let text = PushText(
                    stage: stage.rawValue,
                    policy: policy,
                    language: language,
                    values: [.duration: .span(.hours(2)), .time: .moment(Instant(seconds: 1_800_000_000), in: .utc)]
                )
                let words = text.title + text.body
                for tap in ["Tap", "tap ", "點一", "點「", "点一", "点“"] { #expect(!words.contains(tap), "\(words)") }
            }
        }
    }
}
