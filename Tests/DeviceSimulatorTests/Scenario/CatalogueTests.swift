import AlarmCore
import DeviceSimulator
import Foundation
import TestSupport
import Testing

@Suite("The catalogue of scenarios")
struct CatalogueTests {
    @Test("Every scenario, played against a real relay, comes out as it says", arguments: ScenarioCatalogue.files)
    func scenario(file: String) async throws {
        let scenario = try ScenarioFile.load(from: ScenarioCatalogue.folder.appending(path: file).path)
        let record = await ScenarioRunner(executable: PhoneJourney.executable).run(scenario)
        #expect(record.failure == nil)
        #expect(record.verdicts.count == scenario.expectations.count)
        for verdict in record.verdicts {
            #expect(verdict.isMet, "line \(verdict.line): \(verdict.expectation): \(verdict.explanation)")
        }
        for wish in ScenarioWishes.unmet[scenario.name] ?? [] {
            let text = try ScenarioCatalogue.text(of: file) + "  - \(wish)\n"
            let expectations = try ScenarioFile.parse(text, file: file).expectations.suffix(1)
            let verdict = try #require(Judge(record).verdicts(on: Array(expectations)).first)
            #expect(!verdict.isMet, "\(wish): \(verdict.explanation)")
        }
    }

    @Test("Every unmet expectation belongs to a scenario of the catalogue")
    func wishes() {
        let names = Set(ScenarioCatalogue.files.map { String($0.dropLast(".yaml".count)) })
        #expect(names.isSuperset(of: ScenarioWishes.unmet.keys))
    }

    @Test("The README has a line for each scenario, with its title, and none for another")
    func readme() throws {
        let rows = try ScenarioCatalogue.text(of: "README.md").split(separator: "\n").filter { $0.hasPrefix("| [`") }
        var expected: [String] = []
        for file in ScenarioCatalogue.files {
            let scenario = try ScenarioFile.load(from: ScenarioCatalogue.folder.appending(path: file).path)
            expected.append("| [`\(scenario.name)`](\(file)) | \(scenario.title) |")
        }
        #expect(rows.map(String.init).sorted() == expected.sorted())
        #expect(expected.count >= 13)
    }

    @Test("An expectation that is not met fails the run, and says what was seen instead")
    func failing() async throws {
        let text = """
            title: A wish
            lasts: 12m
            phones:
              ana:
              ben: {os: "18.5"}
            steps:
              - {at: 0s, send: wake, due: 10m}
            expect:
              - ben rings once by alarmkit at wake
            """
        let scenario = try ScenarioFile.parse(text, file: "wish.yaml")
        let record = await ScenarioRunner(executable: PhoneJourney.executable).run(scenario)
        #expect(record.failure == nil)
        #expect(!record.hasPassed)
        let verdict = try #require(record.verdicts.first)
        #expect(verdict.explanation.hasPrefix("expected 1, seen 0; similar: 10m (wake) RINGS (push)"))
    }

    @Test("A relay that cannot be started is a failure of the run, told with what it said")
    func noRelay() async throws {
        let scenario = try ScenarioFile.load(from: ScenarioCatalogue.folder.appending(path: "armed-phone.yaml").path)
        let record = await ScenarioRunner(executable: URL(filePath: "/bin/false")).run(scenario)
        #expect(record.failure?.contains("the relay ended with status 1") == true)
        #expect(!record.hasPassed)
    }

    @Test("Nothing of a run is left behind, unless it was asked for")
    func files() async throws {
        let folder = try TemporaryFolder("kept")
        let scenario = try ScenarioFile.load(from: ScenarioCatalogue.folder.appending(path: "below-ios-26.yaml").path)
        _ = await ScenarioRunner(executable: PhoneJourney.executable, keptFiles: folder.url).run(scenario)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("below-ios-26"))
        #expect(kept.contains("reveille.db") && kept.contains("relay.log"))
    }
}
