import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder list`: what is to be done, the earliest first.
struct ReminderListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your family's reminders, the earliest first."
    )

    @Option(
        help: ArgumentHelp("Only those that are open, or completed.", valueName: "status"),
        transform: { text in
            guard let status = Reminder.Status(rawValue: text) else {
                throw ValidationError("'\(text.asForeign)' is no status; write open or completed.")
            }
            return status
        }
    )
    var status: Reminder.Status?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Only those for a member: a name, an id, or me.", valueName: "member")
    )
    var assignee: String?

    @Option(
        help: ArgumentHelp("Only those due then or later, as in 2026-03-02T00:00:00+01:00.", valueName: "time"),
        transform: { try Instant(iso8601: $0) }
    )
    var from: Instant?

    @Option(
        help: ArgumentHelp("Only those due before, as in 2026-03-09T00:00:00+01:00.", valueName: "time"),
        transform: { try Instant(iso8601: $0) }
    )
    var to: Instant?

    @OptionGroup
    var family: FamilyOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let family = try await session.family(family)
            let person = try assignee.map { try session.member($0, of: family) }
            let filter: ReminderFilter
            do {
                filter = try ReminderFilter(status: status, assignee: person, from: from, to: to)
            } catch {
                throw CommandFailure("\(error)", exitCode: .validationFailure)
            }
            let reminders = try await session.reminders(of: family, showing: filter)
            try await session.device.learnKeys(of: family.id)
            let profile = await session.device.profile
            let length = Abbreviation.length(for: reminders.map(\.reminder.id))
            output.show(
                reminders.map(profile.listing),
                orSay: "There are no such reminders.",
                columns: ["ID", "DUE", "STATUS", "FOR", "TITLE"],
                json: \.json
            ) { listing in
                let view = listing.view
                return [
                    String(view.reminder.id.description.prefix(length)),
                    session.clock.text(view.reminder.due),
                    view.shownStatus(at: session.clock.now),
                    view.shownAssignee(in: family),
                    listing.shownTitle,
                ]
            }
        }
    }
}
