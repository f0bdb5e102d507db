import ArgumentParser

/// `reveille simulate`: phones, gateway and time that can be made to fail.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Show what happens to an alarm when phones, gateway or relay fail.",
        subcommands: [SimulateRunCommand.self, SimulateMatrixCommand.self, SimulateFaultsCommand.self]
    )
}
