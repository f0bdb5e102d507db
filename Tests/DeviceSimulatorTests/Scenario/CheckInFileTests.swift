import AlarmCore
import DeviceSimulator
import StrictYAML
import Testing

@Suite("A scenario's file, of check-ins and contacts")
struct CheckInFileTests {
    private static let sample = """
        title: A sample
        lasts: 30h
        phones:
          ana:
          ana-tablet: {person: Ana}
        check-ins:
          ana: {threshold: 4h, kind: gentle}
        contacts:
          ben: {of: ana, email: ben@example.org}
          cleo: {of: ana, number: "+491701234567", language: zh-TW, agrees: false}
        steps:
          - {at: 0s, check-in: ana, place: [52.5163, -13.3777]}
          - {at: 1h, plan: ana-tablet, threshold: 48h, paused-until: 20h}
          - {at: 2h, phone: ana, taps: later}
          - {at: 3h, mail: down}
          - {at: 4h, mail: up}
          - {at: 5h, sms: fails}
          - {at: 6h, rehearse: ana}
          - {at: 7h, contact: cleo, does: agree}
        expect:
          - ben is mailed once at 24h
        """

    @Test("People, plans and steps are read, and what is left out has its default")
    func people() throws {
        let scenario = try ScenarioFile.parse(Self.sample, file: "s.yaml")
        #expect(scenario.checkIns == [ScenarioCheckIn(phone: "ana", kind: .gentle, threshold: .hours(4))])
        #expect(
            scenario.contacts == [
                ScenarioContact(name: "ben", of: "ana", email: "ben@example.org"),
                ScenarioContact(name: "cleo", of: "ana", number: "+491701234567", language: "zh-TW", agrees: false),
            ]
        )
        #expect(scenario.services == [.mail, .sms])
        #expect(scenario.pairs.isEmpty)
        let plan = ScenarioCheckIn(
            phone: "ana-tablet",
            kind: .gentle,
            threshold: .hours(48),
            pausedUntil: scenario.start + .hours(20)
        )
        #expect(
            scenario.steps.map(\.action) == [
                .checkIn(phone: "ana", try Place(latitude: 52.5163, longitude: -13.3777)), .plan(plan),
                .tap(phone: "ana", .later), .post(.mail, .down), .post(.mail, .up), .post(.sms, .fails),
                .rehearse(phone: "ana"), .contact("cleo", .agree),
            ]
        )
        let empty = try ScenarioFile.parse(
            Self.sample.replacing("ana: {threshold: 4h, kind: gentle}", with: "ana:"),
            file: "s.yaml"
        )
        #expect(empty.checkIns == [ScenarioCheckIn(phone: "ana", kind: .standard, threshold: .hours(24))])
    }

    @Test(
        "Sentences about letters, messages and taps are understood",
        arguments: [
            ("ben is mailed", EntryMatcher(lane: .contact("ben"), kind: .mail), ScenarioExpectation.Amount.atLeast(1)),
            ("ben is never mailed", EntryMatcher(lane: .contact("ben"), kind: .mail), .exactly(0)),
            ("cleo is texted twice", EntryMatcher(lane: .contact("cleo"), kind: .sms), .exactly(2)),
            ("cleo is asked at most once", EntryMatcher(lane: .contact("cleo"), kind: .question), .atMost(1)),
            (
                "cleo never agrees", EntryMatcher(lane: .contact("cleo"), kind: .answer, state: "confirmed"),
                .exactly(0)
            ),
            (
                "ben is mailed once saying \"All clear\"",
                EntryMatcher(lane: .contact("ben"), kind: .mail, words: "All clear"), .exactly(1)
            ),
            (
                "cleo unsubscribes once", EntryMatcher(lane: .contact("cleo"), kind: .answer, state: "unsubscribed"),
                .exactly(1)
            ),
            ("ana taps safe", EntryMatcher(lane: .phone("ana"), kind: .answer, state: "safe"), .atLeast(1)),
            (
                "mail refuses at least 2 letters for ben", EntryMatcher(lane: .mail, kind: .refusal, phone: "ben"),
                .atLeast(2)
            ),
            ("sms refuses no texts", EntryMatcher(lane: .sms, kind: .refusal), .exactly(0)),
        ]
    )
    func sentence(sentence: String, matcher: EntryMatcher, amount: ScenarioExpectation.Amount) throws {
        let text = Self.sample.replacing("ben is mailed once at 24h", with: sentence)
        let claim = try ScenarioFile.parse(text, file: "s.yaml").expectations.last?.claim
        #expect(claim == .happens(matcher, amount, .always))
    }

    @Test("An error names the file, the line and what was expected", arguments: ScenarioFaults.people)
    func fault(fault: ScenarioFaults.Fault) throws {
        let text = Self.sample.replacing(fault.good, with: fault.bad)
        try #require(text != Self.sample, "\(fault.good) is not in the sample")
        let error = #expect(throws: YAMLError.self) { try ScenarioFile.parse(text, file: "s.yaml") }
        #expect(try #require(error).description == fault.message)
    }
}
