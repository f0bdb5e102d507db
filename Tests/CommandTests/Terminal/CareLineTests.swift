import AlarmCore
import AlarmWire
import Engine
import Testing

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
            ).line
        }
        #expect(line(.verified("I fell")) == "Dora: “I fell”")
        let reason = "sealed for keys that this device does not have, since the alert began before you joined"
        #expect(line(.unverified(.unknownKey), isFromBeforeJoining: true) == "Dora: (UNREADABLE: \(reason))")
        #expect(
            line(.unverified(.unknownKey)) == "Dora: (UNREADABLE: sealed with a key that this device does not know)"
        )
        #expect(line(.unverified(.damaged)) == "Dora: (UNVERIFIED: changed on the way)")
    }

    @Test("A signal that waits for the end of quiet hours is said to be raised then, and one that is paused is not")
    func held() {
        var waiting = alert(.wellness, .held)
        waiting.held = .quietHours
        #expect(waiting.line(clock(behind: .zero)).contains("held (quiet-hours: raised when they end)"))
        waiting.held = .paused
        #expect(waiting.line(clock(behind: .zero)).contains("held (paused)"))
    }
}
