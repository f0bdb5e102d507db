import AlarmCore
import DeviceSimulator
import Testing

@Suite("Runs as JUnit XML")
struct JUnitReportTests {
    @Test("A suite for each scenario, a test case for the run and for each expectation")
    func shape() throws {
        let reader = MarkupReader(JUnitReport([.relayDown, .cutShort]).text)
        #expect(reader.failure == nil)
        let root = try #require(reader.elements.first)
        #expect(root.name == "testsuites")
        #expect(root.attributes["tests"] == "6")
        #expect(root.attributes["failures"] == "2")
        #expect(root.attributes["errors"] == "1")
        #expect(root.attributes["time"] == "9.087")
        let failed = try #require(reader.elements.first { $0.attributes["line"] == "23" })
        #expect(failed.attributes["name"] == "Ben rings audibly within 10m")
        #expect(failed.attributes["classname"] == "scenarios.relay-down-over-the-due-time")
        #expect(failed.attributes["file"] == "examples/scenarios/relay-down-over-the-due-time.yaml")
        let suite = try #require(reader.elements.first { $0.name == "testsuite" })
        #expect(suite.attributes["timestamp"] == "2026-08-02T06:29:00Z")
        #expect(reader.text.contains("-00:05:00.0  scenario    kills the relay\n"))
        #expect(reader.text.contains("relay-down-over-the-due-time.yaml:23: Ben rings audibly within 10m\n"))
    }

    @Test("Two expectations in the same words are told apart by their lines")
    func sameWords() {
        let names = MarkupReader(JUnitReport([.hostile]).text).elements.filter { $0.name == "testcase" }
            .compactMap { $0.attributes["name"] }
        #expect(names.count == 3)
        #expect(Set(names).count == 3)
        #expect(names.last?.hasSuffix("(line 2)") == true)
    }

    @Test("The document of any run is well-formed XML 1.0", arguments: 0..<80 as Range<UInt64>)
    func random(seed: UInt64) {
        var runs = RandomRun(seed: seed)
        let text = JUnitReport([runs.record(), runs.record()]).text
        #expect(MarkupReader(text).failure == nil)
        // The system's parser lets some forbidden characters pass.
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0xFFFE })
    }

    @Test(
        "junitparser reads what was written, and counts as we do",
        .enabled(if: JUnitLibrary.isWanted, JUnitLibrary.hint)
    )
    func oracle() throws {
        let records = RunRecord.samples
        let report = try JUnitLibrary.read(JUnitReport(records).text)
        #expect(report.suites.count == records.count)
        for (suite, record) in zip(report.suites, records) {
            let counts = JUnitLibrary.Suite.Counts(tests: suite.tests, failures: suite.failures, errors: suite.errors)
            #expect(suite.counted == counts)
            #expect(suite.failures == record.verdicts.count { !$0.isMet })
            #expect(suite.errors == (record.failure == nil ? 0 : 1))
            #expect(suite.cases.count == record.verdicts.count + 1)
            #expect(suite.cases.reduce(0) { $0 + $1.time } == suite.time)
            #expect(suite.out.split(separator: "\n").count == record.entries.count)
        }
        let unmet = try #require(report.suites[1].cases.first { !$0.results.isEmpty })
        let verdict = try #require(records[1].verdicts.first { !$0.isMet })
        #expect(unmet.name == verdict.expectation)
        #expect(
            unmet.results == [
                JUnitLibrary.Case.Result(
                    kind: "Failure",
                    message: verdict.explanation,
                    type: "expectation",
                    text: "\(records[1].file ?? ""):23: \(verdict.expectation)\n\(verdict.explanation)"
                )
            ]
        )
        #expect(report.suites[5].cases[0].results.map(\.message) == [records[5].failure])
    }
}
