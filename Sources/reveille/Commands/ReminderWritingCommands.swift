import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille reminder add`: sets a reminder for a member of the family.
struct ReminderAddCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Remind somebody in your family, or yourself.",
        discussion: """
            Parents remind anybody, children themselves. Titles and items are sealed for who they concern: you, whom \
            you remind, and the parents; not even the relay can read them, unless the family lets it (see \
            'circle change').

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
    var options: SessionOptions

    func validate() throws {
        if time.due.at == nil, time.due.delay == nil {
            throw ValidationError("When? Give --in, as in --in 2h, or --at, as in --at 2026-01-01T07:00:00+01:00.")
        }
    }

    func run(in session: DeviceSession) async throws {
        guard let due = try await session.time(of: time) else { return }
        let family = try await session.family(family)
        let (text, checklist) = try ReminderText.checked(title, items: item)
        let request = ReminderRequest(
            assignee: try session.member(assignee, of: family),
            checklist: checklist,
            time: due,
            place: place
        )
        let kept: SavedReminder
        do {
            kept = try await session.device.remind(text, as: request, in: family.id)
        } catch {
            throw CommandFailure(past: due, in: time.due.zone, refusedBy: error, session.readersClock) ?? error
        }
        session.warn(of: kept.unreached, in: family.id)
        if output.json {
            Terminal.say(kept.listing.json)
            return
        }
        let (view, clock) = (kept.listing.view, session.readersClock)
        Terminal.say(view.sentence(ofSettingIn: family, on: clock, zone: time.due.zone))
        if let remark = view.remarkOnReadableTitle(in: session.language) { Terminal.remark(remark) }
        session.warn(ofSilence: view, in: family)
    }
}

extension ReminderView {
    /// That the relay can read the title, where it can; nil for one that is sealed.
    func remarkOnReadableTitle(in language: Language) -> String? {
        guard reminder.details.title != nil else { return nil }
        return language.text(.answerReminderReadable, [.link: "circle change --titles readable"])
    }
}

extension ReminderText {
    /// Returns the checked text, and the checklist whose ticks the relay keeps.
    ///
    /// - Throws: `CommandFailure` with the fault.
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

/// `reveille reminder edit`: changes a reminder.
struct ReminderEditCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a reminder's title, time, assignee or checklist; what you do not name stays.",
        discussion: """
            One that recurs keeps its days: --at 08:00 moves all of its times, --on TU,FR its days, and --once makes it \
            due once only.
            """
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(help: ArgumentHelp("What is to be done.", valueName: "text"))
    var title: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("Who: a name, an id, or me.", valueName: "member"))
    var assignee: String?

    @OptionGroup
    var time: ReminderTimeChangeOptions

    @Option(
        help: ArgumentHelp(
            "An item of the checklist, which replaces it; may be given several times.",
            valueName: "text"
        )
    )
    var item: [String] = []

    func validate() throws {
        if title == nil, assignee == nil, !time.areGiven, item.isEmpty {
            throw ValidationError("There is nothing to change. Name a title, a time, a member or an item.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let view = try await session.device.reminder(reminder(in: session))
        let family = try await session.device.learnKeys(of: view.reminder.circle)
        let listing = await session.device.profile.listing(view)
        var request = ReminderRequest(view.reminder)
        if let assignee { request.assignee = try session.member(assignee, of: family) }
        if let due = try await session.time(of: time, changing: view.reminder) { request.time = due }
        var text = listing.text
        if title != nil || !item.isEmpty {
            guard let title = title ?? text?.title else {
                throw CommandFailure(session.language.text(.answerReminderUnknown, [.link: "--title"]))
            }
            let kept = text?.items.map(\.text) ?? []
            let (changed, checklist) = try ReminderText.checked(title, items: item.isEmpty ? kept : item)
            text = item.isEmpty ? ReminderText(title: title, items: text?.items ?? []) : changed
            if !item.isEmpty { request.checklist = checklist }
        }
        let changed: SavedReminder
        do {
            changed = try await session.device.change(listing, to: request, saying: text)
        } catch {
            throw CommandFailure(past: request.time, in: time.due.zone, refusedBy: error, session.readersClock) ?? error
        }
        session.warn(of: changed.unreached, in: family.id)
        let isBack = view.silence == .takenOff && changed.listing.view.silence == nil
        let language = session.language
        let sentence = changed.listing.view.sentence(ofChangeOn: session.readersClock, zone: time.due.zone)
        let again = isBack ? language.text(.answerReminderBack) : nil
        await report(changed.listing.view, language.joining(sentence, again), in: session)
        if !output.json { session.warn(ofSilence: changed.listing.view, in: family) }
    }
}

/// `reveille reminder tick`: ticks an item of a reminder's checklist.
struct ReminderTickCommand: OneReminderCommand {
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

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        let view: ReminderView
        do {
            view = try await session.device.mark(item, of: id, done: !undo)
        } catch {
            let show = "reveille reminder show\(session.profileFlag) \(id)"
            throw CommandFailure(item: item, refusedBy: error, shownBy: show, in: session.language) ?? error
        }
        let key: TextKey = undo ? .answerReminderUnticked : .answerReminderTicked
        await report(view, session.language.text(key, [.count: "\(item)"]), in: session)
    }
}

extension CommandFailure {
    /// Says that a checklist has no such item; nil for any other error.
    ///
    /// - Parameters:
    ///   - item: the number that was typed.
    ///   - error: what the relay answered.
    ///   - command: shows the items.
    ///   - language: the reader's.
    init?(item: Int, refusedBy error: DeviceError, shownBy command: String, in language: Language) {
        guard case .refused(let problem, _) = error, problem.kind == .malformed, problem.pointer == "/item" else {
            return nil
        }
        self.init(language.text(.answerReminderNoItem, [.count: "\(item)", .link: command]))
    }
}
