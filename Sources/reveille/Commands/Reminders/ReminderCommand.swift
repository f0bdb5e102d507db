import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder`: a family's reminders.
struct ReminderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder",
        abstract: "Remind somebody in your family, see what is to be done, and say that it is.",
        subcommands: [
            ReminderAddCommand.self, ReminderListCommand.self, ReminderShowCommand.self, ReminderEditCommand.self,
            ReminderTickCommand.self, ReminderDoneCommand.self, ReminderUndoCommand.self, ReminderDeleteCommand.self,
            ReminderSnoozeCommand.self, ReminderPlaceCommand.self, ReminderMovedCommand.self,
        ]
    )
}

/// Which reminder, of which family.
struct ReminderChoice: ParsableArguments {
    @Argument(help: "The reminder's id, or its first characters.")
    var id: String

    @OptionGroup
    var family: FamilyOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions
}

extension ReminderChoice {
    /// Does something about the reminder, and writes what has become of it.
    func change(
        _ line: String,
        _ body: (DeviceSession, ReminderID) async throws -> ReminderView
    ) async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await body(session, try await session.reminder(id, family))
            guard output.json else { return Terminal.say(line) }
            Terminal.say(await session.device.profile.listing(view).json)
        }
    }
}
