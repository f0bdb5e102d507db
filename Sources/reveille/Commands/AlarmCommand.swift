import ArgumentParser

/// `reveille alarm`: setting alarms, and what became of them.
struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm",
        abstract: "Set an alarm for a partner, follow it, move it, take it back.",
        subcommands: [
            AlarmSendCommand.self, AlarmListCommand.self, AlarmShowCommand.self, AlarmMoveCommand.self,
            AlarmCancelCommand.self,
        ]
    )
}
