import ArgumentParser

/// `reveille schedule`: what a repetition means.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "See what a repetition means before it rings.",
        subcommands: [ScheduleNextCommand.self]
    )
}
