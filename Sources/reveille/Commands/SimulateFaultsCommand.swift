import ArgumentParser
import DeviceSimulator

/// `reveille simulate faults`: what a gateway's faults cost.
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

    private func results() async throws -> [FaultResult] {
        var results: [FaultResult] = []
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
