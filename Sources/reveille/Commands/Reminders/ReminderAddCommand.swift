import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder add`: reminds somebody in the family.
struct ReminderAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Remind somebody in your family, or yourself.",
        discussion: """
            Parents remind anybody, children themselves. Titles and items come to the relay in clear, so a parent must have \
            allowed that for the family.

            Examples:
              reveille reminder add --for Kim --in 2h --item books --item pens "Pack the satchel"
              reveille reminder add --on MO,TH --every 2 --at 16:00 --zone Europe/Berlin "Practise the violin"
            """
    )

    @Argument(help: "What is to be done.")
    var title: String

    @Option(name: .customLong("for"), help: ArgumentHelp("Who: a name, an id, or me.", valueName: "member"))
    var assignee = "me"

    @OptionGroup
    var time: ReminderTimeOptions

    @Option(help: ArgumentHelp("An item of the checklist; may be given several times.", valueName: "text"))
    var item: [String] = []

    @Option(
        help: ArgumentHelp("Where to stay: latitude and longitude, as in 52.5163,13.3777.", valueName: "place"),
        transform: { try Place(argument: $0) }
    )
    var place: Place?

    @OptionGroup
    var family: FamilyOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        if time.due.at == nil, time.due.delay == nil {
            throw ValidationError("When? Give --in, as in --in 2h, or --at, as in --at 2026-01-01T07:00:00+01:00.")
        }
    }

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            guard let due = try time.time(now: session.clock.now, zones: session.zones) else { return }
            let family = try await session.family(family)
            let items = item.enumerated().map { Checklist.Item(id: $0 + 1, text: $1) }
            let request = ReminderRequest(
                assignee: try session.member(assignee, of: family),
                title: title,
                checklist: try Checklist.checked(items),
                time: due,
                place: place
            )
            let view = try await session.device.remind(request, in: family.id)
            if output.json {
                Terminal.say(view.json)
                return
            }
            let clock = session.clock
            Terminal.say(
                """
                Set for \(view.shownAssignee(in: family)) at \(clock.text(view.reminder.due)), \
                \(clock.distance(to: view.reminder.due)). Reminder \(view.reminder.id)
                """
            )
        }
    }
}

extension Checklist {
    /// A checklist of items that somebody typed.
    ///
    /// - Throws: `CommandFailure`, which says what is wrong.
    static func checked(_ items: [Item]) throws(CommandFailure) -> Checklist {
        do {
            return try Checklist(items)
        } catch {
            throw CommandFailure("\(error)", exitCode: .validationFailure)
        }
    }
}
