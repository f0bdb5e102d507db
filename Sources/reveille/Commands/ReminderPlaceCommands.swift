import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder place`: where the assignee should stay.
struct ReminderPlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Set where the assignee of a reminder should stay; the parents hear when they leave it."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(
        help: ArgumentHelp("Latitude and longitude, as in 52.5163,13.3777.", valueName: "place"),
        transform: { try Place(argument: $0) }
    )
    var at: Place?

    @Flag(help: "Watch no place any more.")
    var none = false

    func validate() throws {
        if (at != nil) == none { throw ValidationError("Give --at, as in --at 52.5163,13.3777, or --none.") }
    }

    func run() async throws {
        try await choice.change(none ? "No place is watched." : "The place is set, and watched.") { session, id in
            try await session.device.setPlace(of: id, to: at)
        }
    }
}

/// `reveille reminder moved`: where this device is.
struct ReminderMovedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moved",
        abstract: "Report where you are; more than 20 m from a reminder's place the parents hear of it."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(
        help: ArgumentHelp("Latitude and longitude, as in 52.5163,13.3777.", valueName: "place"),
        transform: { try Place(argument: $0) }
    )
    var at: Place

    func run() async throws {
        try await DeviceSession.run(choice.profile) { session in
            let id = try await session.reminder(choice.id, choice.family)
            let answer = try await session.device.report(position: at, to: id)
            if choice.output.json {
                Terminal.say(answer.json)
                return
            }
            guard let metres = answer.metres else { return Terminal.say("No place is watched for this reminder.") }
            Terminal.say("\(metres) m from the place.\(answer.isTold ? " The parents are told." : "")")
        }
    }
}
