import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder place`: sets where the assignee of a reminder should stay.
struct ReminderPlaceCommand: OneReminderCommand {
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

    func run(in session: DeviceSession) async throws {
        let view = try await session.device.setPlace(of: reminder(in: session), to: at)
        await report(view, none ? "No place is watched." : "The place is set, and watched.", in: session)
    }
}

/// `reveille reminder moved`: reports the position of this device.
struct ReminderMovedCommand: OneReminderCommand {
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

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        let answer = try await session.device.report(position: at, to: id)
        if output.json {
            Terminal.say(answer.json)
            return
        }
        guard let metres = answer.metres else { return Terminal.say("No place is watched for this reminder.") }
        Terminal.say("\(metres) m from the place.\(answer.isTold ? " The parents are told." : "")")
    }
}
