import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder done`: it is done.
struct ReminderDoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Say that a reminder is done; the parents hear of it in 30 seconds."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run() async throws {
        try await choice.change("Done. You can take that back for 30 seconds: reveille reminder undo \(choice.id)") {
            session,
            id in try await session.device.complete(id)
        }
    }
}

/// `reveille reminder undo`: it is not done, after all.
struct ReminderUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back, within 30 seconds, that a reminder is done; nobody hears of it."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run() async throws {
        try await choice.change("The reminder is open again.") { session, id in
            try await session.device.undoCompletion(of: id)
        }
    }
}

/// `reveille reminder delete`: forgets a reminder.
struct ReminderDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Forget a reminder and what would ring for it; for who set it, and for parents."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run() async throws {
        try await DeviceSession.run(choice.profile) { session in
            let id = try await session.reminder(choice.id, choice.family)
            try await session.device.deleteReminder(id)
            if choice.output.json {
                Terminal.say(.object(of: ["reminderId": .string("\(id)"), "deleted": true]))
            } else {
                Terminal.say("Reminder \(id) is deleted.")
            }
        }
    }
}
