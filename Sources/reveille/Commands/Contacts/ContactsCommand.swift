import ArgumentParser

/// `reveille contacts`: those without the app who are told when it matters.
struct ContactsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Name people who are told when you do not check in.",
        discussion:
            "Each is asked by one letter whether they want to be told, and told nothing before they have agreed.",
        subcommands: [
            ContactsAddCommand.self, ContactsListCommand.self, ContactsChangeCommand.self, ContactsAskCommand.self,
            ContactsRemoveCommand.self,
        ]
    )
}
