import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder snooze`: again later.
struct ReminderSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Put a reminder off, no further than your family allows."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, as in 10m. (default: 9m, or less where less is left)", valueName: "span"),
        transform: Span.argument(in: .seconds(1)...Circle.snoozeLimits.upperBound)
    )
    var span: Span?

    func run() async throws {
        try await DeviceSession.run(choice.profile) { session in
            let id = try await session.reminder(choice.id, choice.family)
            let view = try await session.device.snooze(id, until: span.map { session.clock.now + $0 })
            if choice.output.json {
                Terminal.say(view.json)
            } else {
                Terminal.say("Put off until \(session.clock.text(view.snoozedUntil ?? view.reminder.due)).")
            }
        }
    }
}
