import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille reminder edit`: says something else, to somebody else or at another time.
struct ReminderEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a reminder's title, time, assignee or checklist; what you do not name stays."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(help: ArgumentHelp("What is to be done.", valueName: "text"))
    var title: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("Who: a name, an id, or me.", valueName: "member"))
    var assignee: String?

    @OptionGroup
    var time: ReminderTimeOptions

    @Option(
        help: ArgumentHelp(
            "An item of the checklist, which replaces it; may be given several times.",
            valueName: "text"
        )
    )
    var item: [String] = []

    func validate() throws {
        if title == nil, assignee == nil, time.due.at == nil, time.due.delay == nil, item.isEmpty {
            throw ValidationError("There is nothing to change. Name a title, a time, a member or an item.")
        }
    }

    func run() async throws {
        try await choice.change("The reminder is changed.") { session, id in
            let view = try await session.device.reminder(id)
            let family = try await session.device.learnKeys(of: view.reminder.circle)
            let listing = await session.device.profile.listing(view)
            var request = ReminderRequest(view.reminder)
            if let assignee { request.assignee = try session.member(assignee, of: family) }
            if let due = try time.time(now: session.clock.now, zones: session.zones) { request.time = due }
            var text = listing.text
            if title != nil || !item.isEmpty {
                guard let title = title ?? text?.title else {
                    throw CommandFailure("This device cannot read what the reminder says, so give --title as well.")
                }
                let kept = text?.items.map(\.text) ?? []
                let (changed, checklist) = try ReminderText.checked(title, items: item.isEmpty ? kept : item)
                text = item.isEmpty ? ReminderText(title: title, items: text?.items ?? []) : changed
                if !item.isEmpty { request.checklist = checklist }
            }
            let changed = try await session.device.change(listing, to: request, saying: text)
            session.warn(of: changed.unreached, in: family.id)
            return changed.listing.view
        }
    }
}

/// `reveille reminder tick`: an item of the checklist is done.
struct ReminderTickCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tick",
        abstract: "Tick an item of a reminder's checklist, or take the tick away."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(help: ArgumentHelp("The item's number, as 'reveille reminder show' writes it.", valueName: "number"))
    var item: Int

    @Flag(help: "Take the tick away.")
    var undo = false

    func run() async throws {
        try await choice.change(undo ? "Item \(item) is to be done." : "Item \(item) is done.") { session, id in
            try await session.device.mark(item, of: id, done: !undo)
        }
    }
}
