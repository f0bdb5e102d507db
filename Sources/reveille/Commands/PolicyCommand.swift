import ArgumentParser

/// `reveille policy`: how loud, when, and until when.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Look at escalation policies.",
        subcommands: [PolicyShowCommand.self]
    )
}
