import ArgumentParser

/// `reveille pair`: who may ring whom.
struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this device with a partner's, and end that again.",
        subcommands: [PairNewCommand.self, PairAcceptCommand.self, PairListCommand.self, PairRevokeCommand.self]
    )
}
