import ArgumentParser

/// `reveille consent`: what somebody may do with this person's devices.
struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Say when a partner, or somebody in a circle with you, may ring you.",
        discussion: "They are not told. What is pending from them against it is cancelled.",
        subcommands: [
            ConsentShowCommand.self, ConsentMuteCommand.self, ConsentPauseCommand.self, ConsentHoursCommand.self,
        ]
    )
}
