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
            Parents remind anybody, children themselves. Titles and items are sealed for who they concern: you, whom \
            you remind, and the parents; not even the relay can read them, unless the family was made with \
            --readable-titles.

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
            let (text, checklist) = try ReminderText.checked(title, items: item)
            let request = ReminderRequest(
                assignee: try session.member(assignee, of: family),
                checklist: checklist,
                time: due,
                place: place
            )
            let kept = try await session.device.remind(text, as: request, in: family.id)
            session.warn(of: kept.unreached, in: family.id)
            if output.json {
                Terminal.say(kept.listing.json)
                return
            }
            let (view, clock) = (kept.listing.view, session.clock)
            Terminal.say(
                """
                Set for \(view.shownAssignee(in: family)) at \(clock.text(view.reminder.due)), \
                \(clock.distance(to: view.reminder.due)). Reminder \(view.reminder.id)
                """
            )
        }
    }
}

extension ReminderText {
    /// What somebody typed, with the checklist that the relay ticks.
    ///
    /// - Throws: `CommandFailure`, which says what is wrong.
    static func checked(_ title: String, items: [String]) throws(CommandFailure) -> (ReminderText, Checklist) {
        do {
            guard ReminderLimits.textBytes.contains(title.utf8.count) else { throw ReminderError.text }
            let checklist = try Checklist(items.enumerated().map { Checklist.Item(id: $0 + 1, text: $1) })
            let words = items.enumerated().map { ReminderWords.Item(id: $0 + 1, text: $1) }
            return (ReminderText(title: title, items: words), checklist)
        } catch {
            throw CommandFailure("\(error)", exitCode: .validationFailure)
        }
    }
}
