import AlarmCore
import DeviceSimulator
import StrictYAML
import Testing

@Suite("A scenario's file")
struct ScenarioFileTests {
    static let sample = """
        title: A sample
        lasts: 30m
        phones:
          ana:
          ben: {locked: true}
          cleo: {os: "18.5"}
        steps:
          - {at: 0s, send: wake, to: ben, due: 10m}
          - {at: 5m, phone: ben, offline: true}
          - {at: wake + 90s, cancel: wake}
        expect:
          - ben rings once by alarmkit at wake within 1s
          - gateway accepts 1 handoff push for ben
          - wake ends cancelled
        """

    @Test("What is left out has its default")
    func defaults() throws {
        let scenario = try ScenarioFile.parse(Self.sample, file: "folder/a-sample.yaml")
        #expect(scenario.name == "a-sample")
        #expect(scenario.start.iso8601 == "2027-03-01T21:00:00Z")
        #expect(scenario.end - scenario.start == .minutes(30))
        #expect(scenario.policy == nil)
        #expect(scenario.pairs == [Scenario.Pairing("ana", "ben"), Scenario.Pairing("ana", "cleo")])
        #expect(scenario.phones.map(\.person) == ["Ana", "Ben", "Cleo"])
        #expect(scenario.steps.map { $0.at - scenario.start } == [.zero, .minutes(5), .seconds(690)])
        let expectation = try #require(scenario.expectations.first)
        #expect(expectation.line == 12)
        let matcher = EntryMatcher(lane: .phone("ben"), kind: .ring, way: .alarmKit, isAudible: true)
        let window = ScenarioExpectation.Window.near(scenario.start + .minutes(10), tolerance: .seconds(1))
        #expect(expectation.claim == .happens(matcher, .exactly(1), window))
    }

    @Test("A policy stands in the scenario as in a policy file, with or without the preset's name")
    func policy() throws {
        let policy = """
            policy:
              steps:
                - {at: 0s, audience: receiver, stage: ring}
                - {at: 1m, audience: sender, stage: no-answer}
            """
        let scenario = try ScenarioFile.parse(Self.sample + "\n" + policy, file: "s.yaml")
        #expect(scenario.policy?.name == "partner-alarm")
        #expect(scenario.policy?.steps.map(\.stage) == [.ring, .noAnswer])
    }

    @Test(
        "A time is written since the start, around an alarm, or as ISO 8601 with an offset",
        arguments: [
            ("5m", 300), ("0s", 0), ("wake", 600), ("wake + 60s", 660), ("wake - 1m30s", 510), ("start + 1m", 60),
            ("end", 1800), ("end - 1s", 1799), ("2027-03-01T21:05:00Z", 300), ("2027-03-01T22:05:00+01:00", 300),
        ]
    )
    func moment(text: String, seconds: Int64) throws {
        let sentence = "wake ends cancelled"
        let scenario = try ScenarioFile.parse(
            Self.sample.replacing(sentence, with: "wake is armed at \(text)"),
            file: "s.yaml"
        )
        let moment = scenario.start + .seconds(seconds)
        #expect(scenario.expectations.last?.claim == .holds(alarm: "wake", .armed, at: moment))
    }

    @Test("Every kind of sentence is understood", arguments: ScenarioSentences.good)
    func sentence(sentence: String, claim: ScenarioExpectation.Claim) throws {
        let text = Self.sample.replacing("wake ends cancelled", with: sentence)
        #expect(try ScenarioFile.parse(text, file: "s.yaml").expectations.last?.claim == claim)
    }

    @Test("An error names the file, the line and what was expected", arguments: ScenarioFaults.all)
    func fault(fault: ScenarioFaults.Fault) throws {
        let text = Self.sample.replacing(fault.good, with: fault.bad)
        try #require(text != Self.sample, "\(fault.good) is not in the sample")
        let error = #expect(throws: YAMLError.self) { try ScenarioFile.parse(text, file: "s.yaml") }
        #expect(try #require(error).description == fault.message)
    }

    @Test("No accident to a file traps the reader", arguments: 0..<40 as Range<UInt64>)
    func mutation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try #require(!ScenarioCatalogue.files.isEmpty)
        for file in ScenarioCatalogue.files {
            let original = Array(try ScenarioCatalogue.text(of: file).utf8)
            let text = String(decoding: ScenarioMutation.mutated(original, using: &generator), as: UTF8.self)
            do throws(YAMLError) {
                let scenario = try ScenarioFile.parse(text, file: file)
                #expect(scenario.steps.allSatisfy { $0.at >= scenario.start && $0.at <= scenario.end })
            } catch {
                #expect(error.description.hasPrefix(file), "seed \(seed): \(error)")
            }
        }
    }
}
