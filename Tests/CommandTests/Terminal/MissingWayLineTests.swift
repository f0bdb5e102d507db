import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("What is said at the terminal of ways that a relay has not")
struct MissingWayLineTests {
    private let clock = ChineseTexts.clock(.english)

    private func view(
        _ name: String,
        _ consent: ContactView.ConsentState,
        agreed: Set<Destination.Medium> = [],
        unreached: Set<Destination.Medium> = []
    ) -> ContactView {
        ContactView(
            id: ContactID(high: 1, low: 1),
            contact: ContactRequest(name: name, email: "ana@example.org", phone: "+491701234567"),
            consent: consent,
            agreed: agreed,
            since: Instant(seconds: 1_800_000_000),
            unreached: unreached
        )
    }

    @Test("An own address that nothing can be sent to is not said to be warned, nor to have a message")
    func ownAddresses() {
        let known = view("Ana", .confirmed, agreed: [.email])
        #expect(
            known.ownAddressLines(clock)
                == [
                    "ana@example.org is warned.",
                    "+491701234567 has not agreed yet: agree by the link in the message that asks.",
                ]
        )
        var missing = known
        missing.unreached = [.email, .sms]
        let lines = missing.ownAddressLines(clock)
        #expect(lines.count == 4)
        #expect(lines[0] == "ana@example.org has agreed to be warned.")
        #expect(lines[1].hasPrefix("Nothing can be sent by e-mail at present"))
        #expect(lines[2] == "+491701234567 has not agreed yet.")
        #expect(lines[3].hasPrefix("Nothing can be sent by text message at present"))
    }

    @Test("An own number is not said to be called before it has agreed to calls")
    func ownCalls() {
        var known = view("Ana", .confirmed, agreed: [.email, .sms])
        known.contact.calls = true
        let asked = known.ownAddressLines(clock)
        #expect(asked.last?.hasPrefix("+491701234567 is asked whether it may be called") == true, "\(asked)")
        known.agreed.insert(.call)
        let called = known.ownAddressLines(clock)
        #expect(called.last == "You are called there as well, 2 min after the last warning.")
        let since = Instant(seconds: 1_800_000_000)
        known.delayed = [MediumDelay(medium: .call, since: since, reason: "no connection came about")]
        let waiting = known.ownAddressLines(clock)
        #expect(waiting.last?.hasPrefix("Nothing has got through by call since") == true, "\(waiting)")
    }

    @Test("While no e-mail gets through, no own address is said to be asked, and contacts wait, with the reason")
    func delayed() {
        var known = view("Ana", .pending)
        let since = Instant(seconds: 1_800_000_000)
        known.delayed = [MediumDelay(medium: .email, since: since, reason: "no connection came about")]
        let lines = known.ownAddressLines(clock)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[0] == "ana@example.org has not agreed yet.")
        #expect(lines[1].hasPrefix("Nothing has got through by e-mail since"))
        #expect(lines[1].contains("(no connection came about). Whatever waits to be sent is tried again"))
        #expect(lines[2] == "+491701234567 has not agreed yet: agree by the link in the message that asks.")
        let listed = [known, view("Ben", .pending)].wayLines(clock)
        #expect(listed == ["Ana: \(lines[1])"])
    }

    @Test("A check-in while turned off is said to be noted, and how to turn it on", arguments: Language.allCases)
    func notedWhileOff(language: Language) {
        func line(_ state: CheckInStatus.State) -> String? {
            let report = CheckInReport(
                state: state,
                settings: CheckInSettings(isOn: state != .off, name: "Ana"),
                due: nil,
                contactsDue: nil,
                remaining: nil,
                contacts: 1,
                history: [CheckInReport.Entry(at: Instant(seconds: 1_800_000_000))]
            )
            return report.notedLine(flag: " --profile ana", ChineseTexts.clock(language))
        }
        let noted = line(.off)
        #expect(noted?.hasSuffix("reveille checkin plan --watch --profile ana") == true, "\(String(describing: noted))")
        #expect(
            language != .english || noted?.hasPrefix("Your sign of life is noted: Fri 2027-01-15 08:00 UTC") == true
        )
        #expect(
            language != .english
                || line(.paused) == "Your sign of life is noted: Fri 2027-01-15 08:00 UTC. The pause goes on."
        )
        #expect(line(.paused) != nil && line(.normal) == nil)
    }

    @Test("What may have arrived is not said to have got nowhere, in any language", arguments: Language.allCases)
    func uncertain(language: Language) {
        let since = Instant(seconds: 1_800_000_000)
        let known = MediumDelay(medium: .email, since: since, reason: "no answer")
        let lost = MediumDelay(medium: .email, since: since, reason: "no answer", isUncertain: true)
        #expect(lost.line(ChineseTexts.clock(language)) != known.line(ChineseTexts.clock(language)))
        let english = lost.line(clock)
        #expect(english.hasPrefix("It is not known whether anything has got through by e-mail since "), "\(english)")
    }

    @Test("A question that has not gone out yet is said to wait, once, and nobody is asked to look for it")
    func waiting() {
        var known = view("Ana", .pending)
        known.waiting = [.email]
        let waits = "The message that asks has not gone out by e-mail yet. It is tried again."
        #expect(
            known.ownAddressLines(clock)
                == [
                    "ana@example.org has not agreed yet.", waits,
                    "+491701234567 has not agreed yet: agree by the link in the message that asks.",
                ]
        )
        #expect([known, view("Ben", .pending)].wayLines(clock) == ["Ana: \(waits)"])
        known.unreached = [.email]
        let lines = [known].wayLines(clock)
        #expect(lines.count == 1 && lines[0].hasPrefix("Ana: Nothing can be sent by e-mail"), "\(lines)")
    }

    @Test("A contact whom the last message may have reached is not said to have been missed by it")
    func trouble() {
        var known = view("Ben", .confirmed, agreed: [.email])
        let since = Instant(seconds: 1_800_000_000)
        known.trouble = [
            ContactView.Trouble(medium: .email, at: since, reason: "no answer", mayHaveArrived: true),
            ContactView.Trouble(medium: .sms, at: since, reason: "no such number"),
        ]
        let lines = known.troubleLines(clock)
        #expect(lines[0].hasPrefix("Ben may not have been reached by e-mail at ") && lines[0].hasSuffix(": no answer"))
        #expect(lines[1].hasPrefix("Ben was not reached by text message at "), "\(lines)")
    }

    @Test("Why a message did not arrive is said without the words of servers, of contacts and of one's own addresses")
    func plain() {
        var known = view("Ben", .confirmed, agreed: [.email])
        let since = Instant(seconds: 1_800_000_000)
        let reason = "the address takes no mail (550 5.1.1 no such user here)"
        known.trouble = [ContactView.Trouble(medium: .email, at: since, reason: reason)]
        let lines = known.troubleLines(clock) + known.ownTroubleLines(in: .english)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasSuffix(": the address takes no mail") }, "\(lines)")
        #expect(lines.last == "The last message by e-mail did not arrive: the address takes no mail")
        let told = String(decoding: known.json.text, as: UTF8.self)
        #expect(told.contains("550 5.1.1"), "a script reads all of it")
    }

    @Test("Whoever is asked just now is not said to have been asked, nor once more")
    func asking() {
        var known = view("Ben", .pending)
        #expect(
            known.askingSentence(in: .english)
                == "Ben is being asked whether they want to be told: a message goes out now."
        )
        known.unreached = [.email, .sms]
        #expect(
            known.askingSentence(in: .english)
                == "Ben is asked whether they want to be told as soon as a message gets through."
        )
    }

    @Test("The status names what keeps those who were named from being asked, and has nobody asked once more in vain")
    func status() {
        func lines(
            waiting: Set<Destination.Medium> = [],
            unreached: Set<Destination.Medium> = []
        ) -> [String] {
            let report = CheckInReport(
                state: .normal,
                settings: CheckInSettings(name: "Ana"),
                due: nil,
                contactsDue: nil,
                remaining: nil,
                contacts: 0,
                asked: 2,
                waiting: waiting,
                unreached: unreached,
                history: []
            )
            return report.hindranceLines(flag: "", clock)
        }
        let nobody = "NOBODY WILL BE TOLD: no contact has agreed yet. Without an answer: 2."
        #expect(lines().count == 1 && lines()[0].hasSuffix("reveille contacts ask NAME"), "\(lines())")
        #expect(lines()[0].contains("Some time after it you can have them asked once more"), "not at once: \(lines())")
        let lacking = lines(waiting: [.email], unreached: [.email])
        #expect(lacking.count == 2 && lacking[0] == nobody, "\(lacking)")
        #expect(lacking.last?.hasPrefix("Nothing can be sent by e-mail at present") == true)
        let waits = "The message that asks has not gone out by e-mail yet. It is tried again."
        #expect(lines(waiting: [.email]) == [nobody, waits])
    }

    @Test("The status names contacts who have stopped the messages to them")
    func stopped() {
        let people = [view("Ben", .confirmed), view("Ed", .unsubscribed), view("Noah", .pending)]
        #expect(people.stoppedLines(in: .english) == ["Ed wants no more messages about you, and is not told."])
        let chinese = people.stoppedLines(in: .traditionalChinese)
        #expect(chinese.count == 1 && chinese[0].contains("Ed") && chinese[0].contains("不會得到通知"), "\(chinese)")
    }

    @Test("A contact whom the message that asks has not reached is named, and is nobody to be reminded of it")
    func unasked() {
        var noah = view("Noah", .pending)
        noah.contact.phone = nil
        #expect(!noah.hasNoQuestion)
        noah.trouble = [
            ContactView.Trouble(medium: .email, at: Instant(seconds: 1_800_000_000), reason: "550 5.1.1 no such user")
        ]
        func lines(asked: Int) -> [String] {
            let report = CheckInReport(
                state: .normal,
                settings: CheckInSettings(name: "Ana"),
                due: nil,
                contactsDue: nil,
                remaining: nil,
                contacts: 0,
                asked: asked,
                history: []
            )
            return report.hindranceLines(flag: "", contacts: [noah], clock)
        }
        #expect(lines(asked: 3)[0].contains("Without an answer: 2."), "\(lines(asked: 3))")
        #expect(lines(asked: 1)[0].hasPrefix("NOBODY WILL BE TOLD: no contact agrees at present."))
        let unasked = [noah].unaskedLines(flag: " --profile ana", clock)
        #expect(unasked.count == 2 && unasked[0].hasPrefix("Noah was not reached by e-mail at "), "\(unasked)")
        #expect(unasked.last?.hasSuffix("reveille contacts change --profile ana \(noah.id)") == true, "\(unasked)")
        noah.trouble[0].mayHaveArrived = true
        #expect(!noah.hasNoQuestion)
        #expect([noah].unaskedLines(flag: "", clock).isEmpty)
    }

    @Test("Contacts and own addresses are told of in the reader's language", arguments: ChineseTexts.languages)
    func chinese(language: Language) {
        var known = view("安", .pending)
        known.contact.calls = true
        var lines = [known.askingSentence(in: language)] + known.ownAddressLines(ChineseTexts.clock(language))
        known.agreed = [.email, .sms, .call]
        known.consent = .confirmed
        lines += known.ownAddressLines(ChineseTexts.clock(language))
        known.consent = .unsubscribed
        lines += known.ownAddressLines(ChineseTexts.clock(language))
        lines = lines.map { $0.replacing("ana@example.org", with: "").replacing("+491701234567", with: "") }
        #expect(lines.count == 9)
        for line in lines { #expect(!line.contains(/[A-Za-z]/), "\(line)") }
    }

    @Test("Where a relay can ask nobody, the status advises no command that would be refused")
    func ways() {
        func report(_ ways: Set<Destination.Medium>?, reachable: Int = 0) -> CheckInReport {
            CheckInReport(
                state: .normal,
                settings: CheckInSettings(name: "Ana"),
                due: nil,
                contactsDue: nil,
                remaining: nil,
                contacts: reachable,
                ways: ways,
                history: []
            )
        }
        func line(_ ways: Set<Destination.Medium>?) -> String {
            report(ways).hindranceLines(flag: " --profile ana", clock).joined()
        }
        let nobody = "NOBODY WILL BE TOLD: no contact agrees at present."
        #expect(line(nil) == "\(nobody) Name one: reveille contacts add --profile ana", "an earlier relay")
        #expect(line([.email]) == line(nil))
        #expect(line([.sms]) == "\(nobody) Name one: reveille contacts add --profile ana NAME --phone NUMBER")
        for ways in [[], [.webhook]] as [Set<Destination.Medium>] {
            #expect(line(ways).hasPrefix("\(nobody) This relay sends neither e-mail nor text messages: its operator"))
            #expect(!line(ways).contains("reveille"))
        }
        #expect(report([.email]).writtenLine(in: .english) == nil)
        let written = report([.email], reachable: 2).writtenLine(in: .english)
        #expect(written == "Contacts who are written to if you miss it: 2.")
    }

    @Test("The list of contacts names those to whom nothing can be sent, by medium, and nobody who wants no letters")
    func contacts() {
        let contacts = [
            view("Ben", .confirmed, unreached: [.email]), view("Carla", .pending, unreached: [.email, .sms]),
            view("Dora", .unsubscribed, unreached: [.email]),
        ]
        let lines = contacts.wayLines(clock)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("Ben, Carla: Nothing can be sent by e-mail at present"), "\(lines)")
        #expect(lines[1].hasPrefix("Carla: Nothing can be sent by text message at present"), "\(lines)")
        #expect([view("Ben", .confirmed)].wayLines(clock).isEmpty)
    }
}
