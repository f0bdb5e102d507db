import ArgumentParser

/// `reveille me`: everything that a person gave the relay.
struct MeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me",
        abstract: "Get everything that the relay keeps of you, or have it deleted.",
        subcommands: [MeExportCommand.self, MeDeleteCommand.self]
    )
}
