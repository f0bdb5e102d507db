import ArgumentParser

/// `reveille circle`: families and care circles.
struct CircleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle",
        abstract: "Make a family or a care circle, let people in, and leave it.",
        discussion: """
            Whoever makes a family is its parent; parents invite, and set reminders for children. Whoever makes a care \
            circle is its dweller, who invites members and decides what each of them may know.
            """,
        subcommands: [
            CircleNewCommand.self, CircleListCommand.self, CircleShowCommand.self, CircleInviteCommand.self,
            CircleJoinCommand.self, CircleMemberCommand.self, CircleIntroduceCommand.self, CircleRemoveCommand.self,
            CircleLeaveCommand.self,
        ]
    )
}
