import ArgumentParser

/// `reveille care`: looking after somebody who lives alone.
struct CareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care",
        abstract: "Look after somebody who lives alone, or be looked after.",
        discussion: """
            The dweller of a care circle says what is watched and who may know; a signal becomes an alert unless it is cancelled \
            in time, and members are told until one of them acknowledges.

            Reveille is not a medical device and does not replace emergency services. If you believe that someone is in \
            danger, call the local emergency number at once.
            """,
        subcommands: [
            CareOverviewCommand.self, CareSettingsCommand.self, CarePauseCommand.self, CareSignalCommand.self,
            CareActivityCommand.self, CareCancelCommand.self, CareAckCommand.self, CareHistoryCommand.self,
            CareExportCommand.self, CareInviteCommand.self, CarePhoneCommand.self,
        ],
        defaultSubcommand: CareOverviewCommand.self
    )
}
