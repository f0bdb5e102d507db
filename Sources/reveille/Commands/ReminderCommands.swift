import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille reminder`: the commands for a family's reminders.
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

/// The arguments that name a reminder and its family.
struct ReminderChoice: ParsableArguments {
    @Argument(help: "The reminder's id, or its first characters.")
    var id: String

    @OptionGroup
    var family: FamilyOption

    @OptionGroup
    var options: SessionOptions
}

/// A command about one reminder.
protocol OneReminderCommand: ReportingCommand {
    /// The reminder named on the command line.
    var choice: ReminderChoice { get }
}

extension OneReminderCommand {
    var options: SessionOptions { choice.options }

    /// Returns the identifier of the named reminder.
    func reminder(in session: DeviceSession) async throws -> ReminderID {
        try await session.reminder(choice.id, choice.family)
    }

    /// Reports a changed reminder: as JSON for a script, as `line` for a person.
    func report(_ view: ReminderView, _ line: String, in session: DeviceSession) async {
        guard output.json else { return Terminal.say(line) }
        Terminal.say(await session.device.profile.listing(view).json)
    }
}

/// `reveille reminder list`: lists reminders, the earliest first.
struct ReminderListCommand: ReportingCommand {
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
        help: ArgumentHelp(
            "Only those for a member: a name, an id, me, or others for all but you.",
            valueName: "member"
        )
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
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let family = try await session.family(family)
        let named = family.members.called(assignee ?? "", \.displayName)
        let isForOthers = assignee == "others" && named.isEmpty
        let person = try isForOthers ? nil : assignee.map { try session.member($0, of: family) }
        let filter: ReminderFilter
        do {
            filter = try ReminderFilter(status: status, assignee: person, from: from, to: to)
        } catch {
            throw CommandFailure("\(error)", exitCode: .validationFailure)
        }
        let own = family.members.first(where: \.isSelf)?.person
        try await session.device.learnKeys(of: family.id)
        let reminders = try await session.reminders(of: family, showing: filter).filter { view in
            !isForOthers || view.reminder.assignee != own
        }
        let again = try await session.device.followRefusals(of: reminders)
        let profile = await session.device.profile
        for passed in try await session.device.takePassedReminders(in: [family]) {
            Terminal.remark(passed.sentence(in: session.language))
        }
        for view in again { Terminal.remark(profile.listing(view).ringsAgain(in: family, session.language)) }
        let (clock, language) = (session.readersClock, session.language)
        let length = Abbreviation.length(for: reminders.map(\.reminder.id))
        let someRecur = reminders.contains(where: \.reminder.details.schedule.isRecurring)
        output.show(
            reminders.map(profile.listing),
            orSay: language.text(.listRemindersNone),
            columns: ["ID", "DUE", "STATUS", "FOR"] + (someRecur ? ["REPEATS"] : []) + ["TITLE"],
            language: language,
            json: \.json
        ) { listing in
            let view = listing.view
            return [
                String(view.reminder.id.description.prefix(length)),
                clock.text(view.reminder.due),
                view.shownStatus(clock, in: family),
                view.shownAssignee(in: family, language),
            ] + (someRecur ? [view.rhythm(in: language) ?? "-"] : []) + [listing.shownTitle(in: language)]
        }
        guard !output.json else { return }
        for view in reminders {
            let id = String(view.reminder.id.description.prefix(length))
            let remarks = [
                view.missedSentence(clock), view.silence?.explanation(of: view.reminder, in: family, language),
            ]
            for remark in remarks.compactMap(\.self) {
                Terminal.say(language.text(.listReminderRemark, [.title: id, .reason: remark]))
            }
        }
        if reminders.map(profile.listing).contains(where: { $0.doubt == .unknownKey }) {
            Terminal.say(language.cureOfMissingKey(flag: session.profileFlag))
        }
    }
}

/// `reveille reminder show`: shows one reminder with its checklist.
struct ReminderShowCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a reminder: when it is due, its checklist, its place, and whether it is done."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run(in session: DeviceSession) async throws {
        let view = try await session.device.reminder(try await reminder(in: session))
        let family = try await session.device.learnKeys(of: view.reminder.circle)
        let listing = await session.device.profile.listing(view)
        if output.json {
            Terminal.say(listing.json)
            return
        }
        let clock = session.readersClock
        Terminal.say(view.sentence(clock))
        Terminal.say(facts: listing.facts(in: family, clock: clock))
    }
}

/// `reveille reminder snooze`: snoozes a reminder.
struct ReminderSnoozeCommand: OneReminderCommand {
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

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        let view: ReminderView
        do {
            view = try await session.device.snooze(id, until: span.map { session.clock.relayNow + $0 })
        } catch {
            guard case .refused(let problem, _) = error, problem.pointer == "/until",
                let latest = try? await session.latestSnooze(of: id)
            else { throw error }
            let end = [Placeholder.time: session.readersClock.text(latest)]
            throw CommandFailure(session.language.text(.answerReminderLimit, end))
        }
        if output.json {
            Terminal.say(view.json)
        } else {
            let end = session.readersClock.text(view.snoozedUntil ?? view.reminder.due)
            Terminal.say(session.language.text(.answerReminderPutOff, [.time: end]))
        }
    }
}

extension DeviceSession {
    /// The end of the last snooze that the family of a reminder allows, by the relay's clock.
    fileprivate func latestSnooze(of id: ReminderID) async throws -> Instant {
        let reminder = try await device.reminder(id).reminder
        return reminder.due + (try await device.circle(reminder.circle).snoozeLimit)
    }
}

/// `reveille reminder done`: completes a reminder.
struct ReminderDoneCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Say that a reminder is done; the parents hear of it in 30 seconds."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run(in session: DeviceSession) async throws {
        let view = try await session.device.complete(reminder(in: session))
        let undo = "reveille reminder undo\(session.profileFlag) \(choice.id)"
        await report(view, view.sentence(ofCompletionOn: session.readersClock, undoneBy: undo), in: session)
    }
}

/// `reveille reminder undo`: reopens a completed reminder.
struct ReminderUndoCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back, within 30 seconds, that a reminder is done; nobody hears of it."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        // The relay's answer is the same for one that was never done.
        let wasDone = try? await session.device.reminder(id).reminder.status == .completed
        let view = try await session.device.undoCompletion(of: id)
        await report(view, view.sentence(ofUndoing: wasDone, on: session.readersClock), in: session)
    }
}

/// `reveille reminder delete`: deletes a reminder.
struct ReminderDeleteCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Forget a reminder and what would ring for it; for who set it, and for parents."
    )

    @OptionGroup
    var choice: ReminderChoice

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        try await session.device.deleteReminder(id)
        if output.json {
            Terminal.say(.object(of: ["reminderId": .string("\(id)"), "deleted": true]))
        } else {
            Terminal.say(session.language.text(.answerReminderDeleted, [.link: "\(id)"]))
        }
    }
}
