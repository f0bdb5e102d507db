import AlarmCore
import ArgumentParser
import DeviceSimulator
import Foundation
import StrictYAML

/// `reveille simulate run`: scenarios, judged.
struct SimulateRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play scenarios against a real relay and judge what happens.",
        discussion: """
            Each scenario gets a relay in a process of its own, a simulated push gateway, virtual phones, and time that \
            passes as fast as they can act: a night takes seconds, and nothing is late because the machine is slow. \
            Ends with status 0 when every expectation of every scenario is met. examples/scenarios has a catalogue, and \
            describes the format. Where somebody is written to, python3 and its library aiosmtpd are needed for a mail \
            server.

            Ctrl-C ends it after what has been played so far, and reports that.
            """
    )

    @Argument(help: "Files of scenarios, or folders of them.", completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    @Option(help: "Write the results as JUnit XML to this file, for a build server.", completion: .file())
    var junit: String?

    @Option(help: "Write everything that happened as JSON to this file.", completion: .file())
    var json: String?

    @Option(help: "Write a report with a chart for each alarm to this file, for a browser.", completion: .file())
    var html: String?

    @Option(help: "Leave database and log of each scenario's relay in a folder of its name in this one.")
    var keep: String?

    @Flag(help: "Do not print what happened, only what failed and the summary.")
    var quiet = false

    func run() async throws {
        let scenarios = try paths().map { path in
            do throws(YAMLFault) {
                return try ScenarioFile.load(from: path)
            } catch {
                throw CommandFailure("\(error)")
            }
        }
        try await Interruption.cancelling { try await play(scenarios) }
    }

    private func play(_ scenarios: [Scenario]) async throws {
        let runner = ScenarioRunner(
            executable: try ThisProgram.executable(),
            keptFiles: keep.map { URL(fileURLWithPath: $0, isDirectory: true) }
        )
        let report = ConsoleReport(isColoured: Terminal.isColoured)
        var records: [RunRecord] = []
        for scenario in scenarios {
            let record = await runner.run(scenario)
            // What was broken off says nothing about the relay.
            guard !Task.isCancelled else {
                Terminal.remark("\(scenario.name) was broken off, after \(records.count) of \(scenarios.count).")
                break
            }
            records.append(record)
            if !quiet || !record.hasPassed { Terminal.say(report.text(of: record)) }
        }
        Terminal.show(report.summary(of: records))
        do {
            try ReportFiles.write(records, junit: junit.map(file), json: json.map(file), html: html.map(file))
        } catch {
            throw CommandFailure("\(error)")
        }
        if !records.allSatisfy(\.hasPassed) { throw ExitCode.failure }
    }

    private func file(_ path: String) -> URL { URL(fileURLWithPath: path) }

    /// The files, those of a folder by name.
    private func paths() throws -> [String] {
        try files.flatMap { path in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
                return [path]
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
            guard !names.isEmpty else { throw CommandFailure("\(path) holds no scenario: name .yaml files") }
            return names.sorted().map { URL(fileURLWithPath: path).appending(path: $0).path }
        }
    }
}
