import AlarmCore
import ArgumentParser

/// `reveille-lab`: tests the relay under faults, in simulation and in real processes.
@main
struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveille-lab",
        abstract: "Checks that the relay keeps its promises when everything goes wrong.",
        version: "reveille-lab \(SoftwareVersion.text)",
        subcommands: [SimulateCommand.self, CrashCommand.self]
    )
}
