import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("Contacts with the same name are told apart")
struct ContactNamesakeTests {
    private let clock = ChineseTexts.clock(.english)
    private let time = Instant(seconds: 1_800_000_000)

    private func contact(
        _ number: UInt64,
        _ name: String,
        at address: String,
        _ consent: ContactView.ConsentState = .confirmed
    ) -> ContactView {
        ContactView(
            id: ContactID(high: 1, low: number),
            contact: ContactRequest(name: name, email: address),
            consent: consent,
            since: time,
            unreached: [.email]
        )
    }

    private var people: [ContactView] {
        [
            contact(1, "Ben", at: "ben@example.org"), contact(2, "ben", at: "other@example.org"),
            contact(3, "Kim", at: "kim@example.org"),
        ]
    }

    @Test("A list names each with its address, and nobody else with one")
    func listed() {
        let lines = people.wayLines(clock)
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("Ben (ben@example.org), ben (other@example.org), Kim: Nothing can"), "\(lines)")
    }

    @Test("What a command asks and answers says which of them it is", arguments: Language.allCases)
    func answered(language: Language) {
        let (first, only) = (people[0], people[2])
        let said = [
            first.askingSentence(among: people, in: language), first.changedSentence(among: people, in: language),
            first.forgottenLines(among: people, in: language)[0],
        ]
        let name = language == .english ? "Ben (ben@example.org)" : "Ben（ben@example.org）"
        for line in said { #expect(line.contains(name), "\(line)") }
        #expect(!only.changedSentence(among: people, in: language).contains("@"))
    }

    @Test("So do the lines on who stopped messages, and on whom one did not reach")
    func troubled() {
        let stopped = [people[0], contact(2, "Ben", at: "other@example.org", .unsubscribed)]
        let line = "Ben (other@example.org) wants no more messages about you, and is not told."
        #expect(stopped.stoppedLines(in: .english) == [line])
        var missed = contact(2, "Ben", at: "other@example.org", .pending)
        missed.trouble = [ContactView.Trouble(medium: .email, at: time, reason: "no such user")]
        let lines = [people[0], missed].unaskedLines(flag: "", clock)
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("Ben (other@example.org) ") }, "\(lines)")
    }

    @Test("The status says to which of them a message went, as long as both are contacts")
    func told() {
        let messages = [1, 2, 3, 4].map { number in
            CheckInTelling.Message(
                contact: ContactID(high: 1, low: number),
                name: number == 3 ? "Kim" : "Ben",
                medium: .email,
                state: .sent,
                at: time
            )
        }
        let report = CheckInReport(
            state: .escalated,
            settings: CheckInSettings(name: "Ana"),
            due: time,
            contactsDue: time,
            remaining: nil,
            contacts: 3,
            telling: CheckInTelling(outcome: .told, messages: messages),
            history: []
        )
        let said = report.lines(contacts: people, flag: "", clock).filter { $0.hasPrefix("  ") }
        #expect(
            said.map { String($0.prefix { $0 != "," }) }
                == ["  Ben (ben@example.org)", "  ben (other@example.org)", "  Kim", "  Ben"]
        )
    }
}
