import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille circle`: the commands for families and care circles.
struct CircleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "circle",
        abstract: "Make a family or a care circle, let people in, and leave it.",
        discussion: """
            Whoever makes a family is its parent; parents invite, and set reminders for children. Whoever makes a care \
            circle is its dweller, who invites members and decides what each of them may know.
            """,
        subcommands: [
            CircleNewCommand.self, CircleListCommand.self, CircleShowCommand.self, CircleInviteCommand.self,
            CircleJoinCommand.self, CircleChangeCommand.self, CircleMemberCommand.self, CircleIntroduceCommand.self,
            CircleRemoveCommand.self,
            CircleLeaveCommand.self,
        ]
    )
}

/// `reveille circle new`: creates a family or a care circle.
struct CircleNewCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a family, or a care circle that looks after you."
    )

    @Argument(help: "What it is.")
    var kind: CircleKindArgument

    @Argument(help: "What its people call it.")
    var title: String

    @OptionGroup
    var name: NameOption

    @Flag(help: "Let the relay read the titles of the family's reminders, so that e-mails can name them.")
    var readableTitles = false

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var options: SessionOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { relay }

    func run(in session: DeviceSession) async throws {
        try await session.register(code: enroll)
        let name = await name.text(of: session.device.profile, called: session.name, in: session.environment)
        try await session.device.set(displayName: name)
        let circle = try await session.device.createCircle(
            CreateCircle(kind: kind.kind, name: title, displayName: name, relayMayReadTitles: readableTitles)
        )
        guard !output.json else { return Terminal.say(circle.json) }
        let language = session.language
        let made: [Placeholder: String] = [.words: circle.kind.words(in: language), .circle: circle.name.asForeign]
        Terminal.say(language.text(.answerCircleMade, made))
        let role = circle.kind == .family ? " --role child" : ""
        let command = "reveille circle invite\(session.profileFlag) \(circle.id)\(role)"
        Terminal.say(language.text(.answerCircleInvite, [.link: command]))
    }
}

/// `reveille circle list`: lists the circles of this person.
struct CircleListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the families and care circles that you are in."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        // A script reads the list alone, and leaves the news to a person.
        let (circles, changes) =
            output.json ? (try await session.device.circles(), []) : try await session.device.followCircles()
        let (clock, language) = (session.readersClock, session.language)
        for change in changes { Terminal.remark(change.sentence(in: language)) }
        if !output.json {
            for claim in await session.ownAnswers(to: [.care, .family]) { Terminal.remark(claim.answerLine(clock)) }
        }
        output.show(
            circles,
            orSay: language.text(.answerCircleNone, [.link: "reveille circle new\(session.profileFlag) family NAME"]),
            columns: ["NAME", "KIND", "YOU ARE", "PEOPLE", "SINCE", "ID"],
            language: language,
            json: \.json
        ) { $0.row(clock) }
    }
}

/// `reveille circle show`: shows the members of a circle.
struct CircleShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show who is in a circle, and what each of them may do."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let view = try await session.device.learnKeys(of: try await session.circle(circle).id)
        output.show(view, in: session)
        guard !output.json else { return }
        let language = session.language
        let keys = await session.device.profile.circle(view.id)
        guard let keys else { return Terminal.remark(language.text(.answerCircleKeyless)) }
        let unknown = view.members.filter { !keys.knows($0.person) }
        guard !unknown.isEmpty else { return }
        Terminal.remark(language.text(.answerCircleUnsealed, [.person: unknown.names(in: language)]))
    }
}

/// `reveille circle leave`: leaves a circle.
struct CircleLeaveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave a circle; a care circle ends with its dweller.",
        discussion: """
            A family's last parent cannot leave while it has others: make one of them a parent first. The reminders that \
            you set for others are deleted, unless another parent takes them over.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var handOver: HandOverOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        guard !view.endsWithCaller else {
            let values: [Placeholder: String] = [
                .circle: view.name.asForeign,
                .link: "reveille circle member\(session.profileFlag) \(view.id) NAME --role parent",
                .words: "reveille me delete\(session.profileFlag)",
            ]
            throw CommandFailure(session.language.text(.answerLeaveLast, values))
        }
        let heir = try handOver.heir(in: view, from: view.members.first(where: \.isSelf)?.person, session)
        let language = session.language
        let isDweller = view.members.contains { $0.isSelf && $0.role == .dweller }
        var count: Int?
        if let own = view.members.first(where: \.isSelf) {
            count = await session.remindersForOthers(of: own.person, in: view)
            if let helped = await session.help(by: own, in: view) {
                await session.warn(ofHelpLost: helped, by: own, in: view)
            }
        }
        if heir == nil {
            let advice = language.text(.answerLeaveKeep, [.link: "--hand-over NAME"])
            session.warn(ofDeleted: count, of: view, keeping: advice)
        }
        let leaving = LeavingCircle(circle: view, heir: heir, isDweller: isDweller, reminders: count)
        try await consent.require(to: leaving.question(in: language), in: language)
        try await session.device.leave(view.id, handingOverTo: heir?.person)
        guard !output.json else { return Terminal.say(.object(of: ["left": .identifier(view.id)])) }
        Terminal.say(leaving.answer(in: language))
    }
}

/// A circle that this person leaves.
struct LeavingCircle {
    let circle: CircleView
    /// The parent who takes over this person's reminders for others; nil where nobody does.
    let heir: CircleMemberView?
    /// Whether this person is the dweller of a care circle, which ends with them.
    let isDweller: Bool
    /// How many open reminders this person has set for others; nil where that is not known.
    let reminders: Int?

    /// The question whether to leave, or for a dweller to end the circle.
    func question(in language: Language) -> String {
        var values: [Placeholder: String] = [.circle: circle.name.asForeign, .link: "reveille care export"]
        guard !isDweller else { return language.text(.answerLeaveAskDweller, values) }
        guard let heir else { return language.text(.answerLeaveAsk, values) }
        values[.person] = heir.words(in: language)
        return language.text(.answerLeaveAskPassing, values)
    }

    /// That this person has left, and what became of their reminders.
    func answer(in language: Language) -> String {
        let name = [Placeholder.circle: circle.name.asForeign]
        guard !isDweller else { return language.text(.answerLeaveLeftDweller, name) }
        return language.joining(language.text(.answerLeaveLeft, name), fate(in: language))
    }

    /// What became of the reminders; nil where there were none.
    private func fate(in language: Language) -> String? {
        guard reminders != 0 else { return nil }
        if let heir { return language.text(.answerLeavePassed, [.person: heir.shownName]) }
        guard circle.kind == .family else { return nil }
        guard let reminders else { return language.text(.answerLeaveDeletedUnknown) }
        return language.text(.answerLeaveDeleted, .answerLeaveDeletedSeveral, for: reminders)
    }
}
