import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceSimulator
import Foundation
import StrictYAML

/// `reveille simulate`: the commands that simulate phones, gateway and time.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Show what happens to an alarm when phones, gateway or relay fail.",
        subcommands: [SimulateRunCommand.self, SimulateMatrixCommand.self, SimulateFaultsCommand.self]
    )
}

/// `reveille simulate run`: runs scenarios and checks their expectations.
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
            do throws(YAMLError) {
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
            // An interrupted scenario says nothing about the relay.
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

    /// Returns the paths of the files; those of a folder are sorted by name.
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

/// `reveille simulate matrix`: shows which phones ring under which conditions.
struct SimulateMatrixCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Show when each kind of phone rings in each condition, by which way, and how late.",
        discussion: """
            Plays one alarm for each combination of a phone (iOS 15 to 26, AlarmKit, critical alerts) and a condition \
            (locked, silent, Focus, off line, restarted…) against a real relay, with the built-in partner alarm. The user \
            is woken by sound alone.
            """
    )

    @Flag(help: "Print the table as Markdown.")
    var markdown = false

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let matrix: Matrix
        do {
            matrix = try await Interruption.cancelling { try await Matrix.play(executable: ThisProgram.executable()) }
        } catch let failure as Matrix.Failure {
            throw CommandFailure(failure.description)
        }
        if output.json {
            Terminal.say(matrix.json)
        } else {
            Terminal.show(markdown ? matrix.markdown : matrix.text)
        }
    }
}

/// `reveille simulate faults`: measures the cost of each gateway fault.
struct SimulateFaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Send pushes through a gateway that fails, and count what it took.",
        discussion: """
            Puts so many pushes into a relay's outbox and lets the relay send them, over HTTP/2 and TLS, through a \
            simulated gateway with one fault after the other. By the gateway's own account none may be lost, and none \
            taken twice, except after a send of which nobody told the relay how it ended. Ends with status 1 otherwise.

            The columns: lost, never taken; doubled, taken again without need; repeated, taken again because nobody had \
            told the relay how the former send ended; unknown, how often that was so; sends, how often a push was handed \
            over; connections, how many were made.

            The faults: \(GatewayFault.all.map(\.name).joined(separator: ", ")).
            """
    )

    @Option(help: "How many pushes go through each fault, 1 to 1000000.")
    var pushes = 10_000

    @Option(help: ArgumentHelp("A fault to try; may be given several times. Default: all.", valueName: "name"))
    var fault: [String] = []

    @Flag(help: "Print the table as Markdown.")
    var markdown = false

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard 1...1_000_000 ~= pushes else { throw ValidationError("--pushes must be between 1 and 1000000") }
        let known = GatewayFault.all.map(\.name)
        for name in fault where !known.contains(name) {
            throw ValidationError("no fault is called '\(name)'; choose among \(known.joined(separator: ", "))")
        }
    }

    func run() async throws {
        let report = FaultReport(try await Interruption.cancelling { try await results() })
        try show(report)
        let flawed = report.results.filter { !$0.isFlawless }.map(\.fault)
        guard flawed.isEmpty else {
            throw CommandFailure("pushes were lost or doubled: \(flawed.joined(separator: ", "))")
        }
    }

    private func results() async throws -> [FaultTrialResult] {
        var results: [FaultTrialResult] = []
        for chosen in GatewayFault.all where fault.isEmpty || fault.contains(chosen.name) {
            Terminal.remark("\(chosen.name): \(chosen.summary)…")
            results.append(try await FaultTrial(chosen, pushes: pushes).run())
        }
        return results
    }

    private func show(_ report: FaultReport) throws {
        if output.json {
            Terminal.say(try report.json())
        } else if markdown {
            for line in report.markdown { Terminal.say(line) }
        } else {
            var table = TextTable(FaultReport.columns)
            for row in report.rows { table.add(row) }
            Terminal.say(table)
        }
    }
}
