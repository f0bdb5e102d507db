import AlarmCore
import AlarmWire
import Engine
import Synchronization
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("What is said of a dweller at the terminal")
struct CareLineTests {
    private let noon = Instant(seconds: 1_800_000_000)

    /// A machine's clock that is behind the relay's, on which it is noon.
    private func clock(behind offset: Span) -> LocalClock {
        var clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
        let noon = noon
        clock.relay = RelayTime({ noon + -offset }, offset: offset)
        return clock
    }

    private func alert(_ kind: CareSignal.Kind, _ state: CareAlertView.State) -> CareAlertView {
        CareAlertView(
            id: DocumentID(high: 1, low: 1),
            circle: CircleID(high: 1, low: 2),
            kind: kind,
            state: state,
            at: noon,
            audience: 1,
            notice: "-"
        )
    }

    @Test("How long ago a sign of life was is counted by the relay's clock", arguments: [Span.zero, .minutes(35)])
    func distance(offset: Span) {
        let lines = CareStatus(lastSign: noon + -.minutes(3)).lines(clock(behind: offset))
        #expect(lines.first?.hasSuffix("3 min ago") ?? false, "\(lines)")
    }

    @Test("Of the own number it is said whether alerts go to it", arguments: ContactView.ConsentState.allCases)
    func ownNumber(consent: ContactView.ConsentState) {
        let phone = ContactView(
            id: ContactID(high: 1, low: 3),
            contact: ContactRequest(name: "Ben", phone: "+491701234567"),
            consent: consent,
            since: noon
        )
        let sentence = phone.numberSentence(clock(behind: .zero))
        #expect(sentence.hasPrefix("+491701234567 "))
        #expect(sentence.contains("is confirmed: alerts go to it") == (consent == .confirmed), "\(sentence)")
        #expect(sentence.contains("no alert goes to it") == (consent != .confirmed), "\(sentence)")
    }

    @Test("A number to which nothing can be sent is not said to get alerts, nor to have a message that asks")
    func ownNumberHindered() {
        var phone = ContactView(
            id: ContactID(high: 1, low: 3),
            contact: ContactRequest(name: "Ben", phone: "+491701234567"),
            consent: .pending,
            since: noon,
            waiting: [.sms]
        )
        let clock = clock(behind: .zero)
        #expect(
            phone.numberLines(clock) == [
                "+491701234567 is not confirmed, and no alert goes to it.",
                "The message that asks has not gone out by text message yet. It is tried again.",
            ]
        )
        phone.waiting = []
        #expect(phone.numberLines(clock) == [phone.numberSentence(clock)])
        (phone.consent, phone.agreed, phone.unreached) = (.confirmed, [.sms], [.sms])
        let lines = phone.numberLines(clock)
        #expect(lines.first == "+491701234567 is confirmed." && lines.count == 2, "\(lines)")
        #expect(lines.last?.hasPrefix("Nothing can be sent by text message at present") == true)
    }

    @Test("Since when nothing gets through to the own number is written as the other times of the command are")
    func ownNumberDelayed() {
        let phone = ContactView(
            id: ContactID(high: 1, low: 3),
            contact: ContactRequest(name: "Ben", phone: "+491701234567"),
            consent: .pending,
            since: noon,
            delayed: [MediumDelay(medium: .sms, since: noon, reason: "no connection: refused")]
        )
        let clock = clock(behind: .zero)
        let line = phone.numberLines(clock).last ?? ""
        #expect(
            line.hasPrefix(
                "Nothing has got through by text message since \(clock.text(noon)) (the server cannot be reached)."
            ),
            "\(line)"
        )
        #expect(!line.contains("Jan 15"), "\(line)")
    }

    @Test("A number is not said to be called before its owner has agreed to calls")
    func ownNumberCalled() {
        var phone = ContactView(
            id: ContactID(high: 1, low: 3),
            contact: ContactRequest(name: "Ben", phone: "+491701234567", calls: true),
            consent: .confirmed,
            agreed: [.sms],
            since: noon
        )
        let asked = phone.numberSentence(clock(behind: .zero))
        #expect(asked.contains("is asked whether it may be called, and is not called before"), "\(asked)")
        #expect(asked.contains("is confirmed: alerts go to it"), "\(asked)")
        phone.agreed.insert(.call)
        #expect(phone.numberSentence(clock(behind: .zero)).hasSuffix("it is called if nobody answers."))
    }

    @Test("A question that was asked is not said to be one that will be")
    func asked() {
        let clock = clock(behind: .zero)
        let past = CareStatus(asksAt: noon + -.minutes(1)).lines(clock)
        #expect(past.contains { $0.hasPrefix("was asked at ") }, "\(past)")
        let ahead = CareStatus(asksAt: noon + .minutes(1)).lines(clock)
        #expect(ahead.contains { $0.hasPrefix("is asked at ") }, "\(ahead)")
    }

    @Test("Words that were sealed before this person joined again are said to be unreadable, not doubtful")
    func notes() {
        func line(_ words: OpenedWords, isFromBeforeJoining: Bool = false) -> String {
            CareNoteListing(
                from: PersonID(high: 1, low: 3),
                isOwn: false,
                name: "Dora",
                words: words,
                isFromBeforeJoining: isFromBeforeJoining
            ).line(in: .english)
        }
        #expect(line(.verified("I fell")) == "Dora: “I fell”")
        let reason = "sealed for keys that this device does not have, since the alert began before you joined"
        #expect(line(.unverified(.unknownKey), isFromBeforeJoining: true) == "Dora: (UNREADABLE: \(reason))")
        #expect(
            line(.unverified(.unknownKey)) == "Dora: (UNREADABLE: this device does not have the key)"
        )
        #expect(line(.unverified(.damaged)) == "Dora: (UNVERIFIED: changed on the way)")
    }

    @Test("A signal that waits for the end of quiet hours is said to be raised then, and one that is paused is not")
    func held() {
        var waiting = alert(.wellness, .held)
        waiting.held = .quietHours
        #expect(waiting.line(clock(behind: .zero)).contains("held back (quiet hours: raised when they end)"))
        waiting.held = .paused
        #expect(waiting.line(clock(behind: .zero)).contains("held back (paused)"))
    }

    @Test("The history says of a signal that quiet hours held back what came of it, and not for ever that it is raised")
    func heldAndOver() {
        let clock = clock(behind: .zero)
        func held(_ kind: CareSignal.Kind) -> CareAlertView {
            var held = alert(kind, .held)
            held.held = .quietHours
            return held
        }
        func ends(_ kind: CareSignal.Kind, _ outcome: HeldOutcome, with words: String) -> Bool {
            held(kind).line(clock, outcome).hasSuffix("held back (quiet hours\(words))")
        }
        var later = alert(.wellness, .cancelled)
        later.id = DocumentID(high: 9, low: 9)
        later.at = noon + .hours(1)
        let raised = held(.wellness).heldOutcome(among: [later, held(.wellness)], lastSign: nil, at: noon + .hours(2))
        #expect(raised == .raised(later.id))
        #expect(ends(.wellness, raised, with: "; an alert since then: \(later.id)"))
        let other = held(.inactivity).heldOutcome(among: [later], lastSign: nil, at: noon + .hours(2))
        #expect(other == .waits, "an alert of another kind has nothing to do with it")
        let active = held(.inactivity).heldOutcome(among: [], lastSign: noon + .seconds(1), at: noon + .hours(2))
        #expect(active == .calledOff)
        #expect(ends(.inactivity, active, with: "; called off by a sign of life"))
        let still = held(.wellness).heldOutcome(among: [], lastSign: noon + .seconds(1), at: noon + .hours(2))
        #expect(still == .waits, "activity calls off no wellness signal")
        let over = held(.wellness).heldOutcome(among: [], lastSign: nil, at: noon + .hours(18))
        #expect(ends(.wellness, over, with: ""))
    }

    private func dweller(
        _ alerts: [CareAlertView],
        last: CareAlertView? = nil,
        state: CareDwellerState? = nil,
        status: CareStatus? = nil
    ) -> CareDwellerView {
        CareDwellerView(
            circle: CircleID(high: 1, low: 2),
            circleName: "Nest",
            name: "Dora",
            isSelf: false,
            status: status,
            state: state,
            alerts: alerts,
            lastAlert: last
        )
    }

    @Test("An open alert says in everyday words how far the members have been told, and nothing untrue of nobody")
    func standing() {
        let clock = clock(behind: .zero)
        var open = alert(.manual, .alerting)
        func ends(with words: String) -> Bool { open.line(clock).hasSuffix("  call for help  \(words)") }
        #expect(ends(with: "members are being told"))
        open.telling = .done
        #expect(ends(with: "members were told, nobody has acknowledged it yet"))
        open.telling = .failed
        #expect(ends(with: "nobody who could answer has been told of it"))
        open.audience = 0
        #expect(ends(with: "at present nobody is told of it"))
        (open.state, open.telling, open.due) = (.counting, nil, noon + .seconds(30))
        #expect(ends(with: "counting down, and at present nobody would be told"))
        open.audience = 1
        #expect(ends(with: "counting down, members are told in 30 s"))
        for kind in CareSignal.Kind.allCases {
            for state in CareAlertView.State.allCases {
                let words = Set(alert(kind, state).line(clock).split(separator: " ").map(String.init))
                #expect(words.isDisjoint(with: ["manual", "wellness", "alerting", "counting,"]), "\(words)")
            }
        }
    }

    @Test("The sentence and the line below it have the same number of seconds, and the same form of time")
    func oneNumber() throws {
        let clock = clock(behind: .zero)
        var counting = alert(.manual, .counting)
        counting.due = noon + .milliseconds(28_700)
        var own = dweller([counting], state: .counting)
        own.isSelf = true
        #expect(own.sentence(clock) == "An alert goes out in 29 s unless it is cancelled.")
        #expect(
            dweller([counting], state: .counting).sentence(clock)
                == "An alert is open and counts down again: members are told in 29 s unless it is cancelled.",
            "a first countdown is shown to nobody else"
        )
        #expect(counting.line(clock).hasSuffix("members are told in 29 s"))
        counting.audience = 0
        let nobody = "An alert is open, and at present nobody in the circle is told of it."
        #expect(dweller([counting], state: .counting).sentence(clock) == nobody)

        var last = alert(.fall, .acknowledged)
        (last.endedBy, last.endedAt) = ("Ben", noon)
        let helped = try #require(dweller([], last: last, state: .acknowledged).sentence(clock))
        #expect(helped == "Ben has been taking care of it since \(clock.text(noon)).")
        #expect(last.line(clock).contains(clock.text(noon)))
        let night = dweller([], state: .quietHours, status: CareStatus(quietUntil: noon)).sentence(clock)
        #expect(night == "Quiet hours until \(clock.text(noon)).")
    }

    @Test("Where somebody looks after one alert, it is said which one nobody has acknowledged")
    func besides() {
        let clock = clock(behind: .zero)
        var last = alert(.manual, .acknowledged)
        (last.endedBy, last.endedAt) = ("Ben", noon)
        let open = dweller([alert(.fall, .alerting)], last: last, state: .alerting)
        let words = "Members are being told. Nobody has acknowledged yet."
        #expect(open.sentence(clock) == "A possible fall: \(words)")
        last.resolvedAt = noon
        #expect(dweller([alert(.fall, .alerting)], last: last, state: .alerting).sentence(clock) == words)
    }

    @Test("A list whose clock is stopped counts every line from the same moment")
    func stopped() {
        let (noon, steps) = (noon, Steps())
        var clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
        clock.relay = RelayTime({ noon + .seconds(steps.next()) }, offset: .zero)
        #expect(clock.relayNow != clock.relayNow)
        let stopped = clock.stopped
        #expect(stopped.relayNow == stopped.relayNow)
    }

    /// Counts how often it was asked.
    private final class Steps: Sendable {
        private let count = Mutex<Int64>(0)

        func next() -> Int64 {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("Whoever gives a signal that is held back reads that nobody is told, why, and what to do")
    func heldBack() throws {
        let (clock, flag) = (clock(behind: .zero), " --profile ana")
        func words(
            _ kind: CareSignal.Kind,
            _ reason: CareSettings.Reason,
            _ settings: CareSettings? = nil,
            until end: Instant? = nil
        ) -> String {
            var held = alert(kind, .held)
            held.held = reason
            return held.heldSentences(settings: settings, careEnd: end, flag: flag, clock) ?? ""
        }
        let help = "If you need help: reveille care signal --profile ana"
        #expect(
            words(.glucose, .noThresholds) == """
                Nobody is told of this, since you have set no limits for glucose.
                To set them, as you have agreed with your doctor: reveille care settings --profile ana --glucose LOW-HIGH
                \(help)
                """
        )
        let end = noon + .minutes(20)
        #expect(
            words(.glucose, .acknowledged, until: end) == """
                Nobody is told of this, since somebody already looks after an earlier reading like this.
                Readings like this are told again from \(clock.text(end)) on.
                \(help)
                """
        )
        let limits = CareSettings(glucose: try GlucoseThresholds(low: 70, high: 180))
        #expect(words(.glucose, .withinThresholds, limits).contains("within your limits (70 to 180 mg/dL)."))
        let paused = words(.fall, .paused, CareSettings(pausedUntil: end))
        #expect(paused.contains("paused your care circle until \(clock.text(end)).\nTo end that: reveille care pause"))
        #expect(words(.wellness, .quietHours).contains("They are told when the quiet hours end."))
        for reason in CareSettings.Reason.allCases {
            let words = words(.inactivity, reason)
            #expect(words.hasPrefix("Nobody is told") && words.hasSuffix(help), "\(words)")
            if reason.rawValue.contains("-") { #expect(!words.contains(reason.rawValue), "\(words)") }
        }
        #expect(alert(.fall, .alerting).heldSentences(settings: nil, careEnd: nil, flag: flag, clock) == nil)
    }

    @Test("How long somebody's word about an earlier reading counts is told of glucose alone, and until it has passed")
    func glucoseCare() {
        func end(_ kind: CareSignal.Kind, at now: Instant) -> Instant? {
            var last = alert(kind, .acknowledged)
            last.endedAt = noon
            return CareDwellerView(
                circle: CircleID(high: 1, low: 2),
                circleName: "Nest",
                name: nil,
                isSelf: true,
                status: nil,
                alerts: [],
                lastAlert: last
            ).glucoseCareEnd(at: now)
        }
        #expect(end(.glucose, at: noon) == noon + .hours(1))
        #expect(end(.glucose, at: noon + .hours(1)) == nil)
        #expect(end(.fall, at: noon) == nil)
    }

    @Test("Of a helper who is gone it is not said that they left by themselves")
    func gone() {
        var former = alert(.manual, .acknowledged)
        (former.endedBy, former.endedAt, former.leftAt) = ("Ben", noon, noon)
        let line = former.line(clock(behind: .zero))
        #expect(line.contains("; Ben was no longer in the circle from ") && line.hasSuffix("it began again"), "\(line)")
        #expect(!line.contains("left"), "\(line)")
    }

    @Test("An alert waits for somebody's word until that comes, or a sign of life long after it")
    func unresolved() {
        var ended = alert(.fall, .acknowledged)
        ended.endedAt = noon
        #expect(ended.isUnresolved(at: noon + .hours(23), lastSign: noon + .hours(1)))
        #expect(!ended.isUnresolved(at: noon + .hours(25), lastSign: noon + .hours(1)))
        #expect(ended.isUnresolved(at: noon + .hours(25), lastSign: nil))
        var resolved = ended
        resolved.resolvedAt = noon
        #expect(!resolved.isUnresolved(at: noon, lastSign: nil))
        var gone = ended
        gone.leftAt = noon
        #expect(!gone.isUnresolved(at: noon, lastSign: nil))
        #expect(!alert(.fall, .cancelled).isUnresolved(at: noon, lastSign: nil))
    }

    @Test("News of an alert that come late have the time as of which they are so")
    func late() {
        var ended = alert(.fall, .acknowledged)
        #expect(ended.lateSince(noon) == nil)
        ended.endedAt = noon + -.minutes(30)
        #expect(ended.lateSince(noon) == noon + -.minutes(30))
        ended.resolvedAt = noon + -.minutes(5)
        #expect(ended.lateSince(noon) == noon + -.minutes(5))
        #expect(ended.lateSince(noon + -.minutes(4)) == nil)
    }

    @Test("A listener reads which alerts are open that do not ring there, since when, and how to answer them")
    func open() {
        let clock = clock(behind: .zero)
        func overview(_ alerts: [CareAlertView], isSelf: Bool = false, name: String? = "Dora") -> CareOverview {
            let dweller = CareDwellerView(
                circle: CircleID(high: 1, low: 2),
                circleName: "Nest",
                name: name,
                isSelf: isSelf,
                status: nil,
                alerts: alerts
            )
            return CareOverview(dwellers: [dweller], notice: "-")
        }
        func lines(_ overview: CareOverview, besides ringing: Set<DocumentID> = []) -> [String] {
            overview.openAlerts(besides: ringing, flag: " --profile nils", clock)
        }
        let fall = alert(.fall, .alerting)
        let time = clock.text(noon)
        #expect(
            lines(overview([fall])) == [
                "The alert about Dora (a possible fall) has been open since \(time), and nobody has acknowledged it. "
                    + "To take it: reveille care ack --profile nils"
            ]
        )
        #expect(lines(overview([fall]), besides: [fall.id]).isEmpty)
        #expect(lines(overview([alert(.fall, .counting)])) == lines(overview([fall])), "it was open to them before")
        var other = alert(.manual, .alerting)
        other.id = DocumentID(high: 1, low: 9)
        #expect(lines(overview([fall, other]))[1].hasSuffix("reveille care ack --profile nils \(other.id)"))
        #expect(
            lines(overview([fall], isSelf: true)) == [
                "Your alert (a possible fall) has been open since \(time). If you are well, call it off: "
                    + "reveille care cancel --profile nils"
            ]
        )
        #expect(lines(overview([fall], name: nil))[0].hasPrefix("The alert (a possible fall) has been open since "))
        for language in [Language.traditionalChinese, .simplifiedChinese] {
            let line = overview([fall]).openAlerts(besides: [], flag: "", clock.speaking(language))[0]
            #expect(line.contains("reveille care ack") && !line.contains("alert"), "\(line)")
        }
    }

    @Test("A listener reads who looks after somebody, for a day, unless somebody has said that it is over")
    func helper() {
        var last = alert(.fall, .acknowledged)
        func line(_ change: (inout CareAlertView) -> Void = { _ in }, now: Instant) -> String? {
            var clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
            clock.relay = RelayTime({ now }, offset: .zero)
            var last = last
            change(&last)
            return CareDwellerView(
                circle: CircleID(high: 1, low: 2),
                circleName: "Nest",
                name: "Dora",
                isSelf: false,
                status: nil,
                alerts: [],
                lastAlert: last
            ).helper(clock)
        }
        (last.endedBy, last.endedAt) = ("Ben", noon)
        let time = clock(behind: .zero).text(noon)
        #expect(
            line(now: noon + .hours(23))
                == "Ben has looked after Dora (a possible fall) since \(time); nobody has said that it is over."
        )
        #expect(line(now: noon + .hours(24)) == nil)
        #expect(line({ $0.resolvedAt = noon + .hours(1) }, now: noon + .hours(2)) == nil)
        #expect(line({ $0.leftAt = noon + .hours(1) }, now: noon + .hours(2)) == nil)
        #expect(line({ $0.state = .cancelled }, now: noon + .hours(2)) == nil)
    }

    @Test("What the dweller said goes on with the alert that begins again, unless they have said something since")
    func recalled() {
        let (dweller, helper) = (PersonID(high: 9, low: 1), PersonID(high: 9, low: 2))
        func note(_ text: String, by person: PersonID) -> CareNoteListing {
            CareNoteListing(from: person, isOwn: false, name: nil, words: .verified(text))
        }
        let former = [note("On the stairs", by: dweller), note("I am coming", by: helper)]
        let mine = [note("Where is the key?", by: helper)]
        #expect(mine.recalling(former, of: dweller).map(\.words.text) == ["On the stairs", "Where is the key?"])
        let said = [note("In the kitchen now", by: dweller)]
        #expect(said.recalling(former, of: dweller) == said)
    }
}
