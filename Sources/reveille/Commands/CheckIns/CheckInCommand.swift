import ArgumentParser

/// `reveille checkin`: the daily sign of life, and what happens without it.
struct CheckInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkin",
        abstract: "Check in once a day; without it your contacts are told.",
        discussion: """
            Set a plan, name contacts with 'reveille contacts add', and check in. Before the deadline you are warned; at \
            the deadline every contact who has agreed gets a letter, and an all-clear when you check in again.
            """,
        subcommands: [
            CheckInNowCommand.self, CheckInStatusCommand.self, CheckInPlanCommand.self, CheckInSnoozeCommand.self,
            CheckInLinkCommand.self, CheckInRehearseCommand.self, CheckInTestCommand.self,
        ],
        defaultSubcommand: CheckInNowCommand.self
    )
}
