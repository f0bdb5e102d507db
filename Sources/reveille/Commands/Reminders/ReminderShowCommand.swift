import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder show`: one reminder, with its checklist.
struct ReminderShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a reminder: when it is due, its checklist, its place, and whether it is done."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run() async throws {
        try await DeviceSession.run(choice.profile) { session in
            let view = try await session.device.reminder(try await session.reminder(choice.id, choice.family))
            let family = try await session.device.learnKeys(of: view.reminder.circle)
            let listing = await session.device.profile.listing(view)
            if choice.output.json {
                Terminal.say(listing.json)
                return
            }
            Terminal.say(view.sentence(for: session))
            Terminal.say(facts: listing.facts(in: family, clock: session.clock))
        }
    }
}
