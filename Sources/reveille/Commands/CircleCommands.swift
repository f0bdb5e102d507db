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
        Terminal.say("Made the \(circle.kind.words) \(circle.name.asForeign).")
        let role = circle.kind == .family ? " --role child" : ""
        Terminal.say("Invite somebody: reveille circle invite\(session.profileFlag) \(circle.id)\(role)")
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
        for change in changes { Terminal.remark(change.sentence(in: .english)) }
        if !output.json {
            for claim in await session.ownAnswers(to: [.care, .family]) {
                Terminal.remark(claim.answerLine(session.clock))
            }
        }
        output.show(
            circles,
            orSay: "You are in no circle: reveille circle new\(session.profileFlag) family NAME",
            columns: ["NAME", "KIND", "YOU ARE", "PEOPLE", "SINCE", "ID"],
            json: \.json
        ) { circle in
            [
                circle.name.asForeign, circle.kind.words,
                circle.members.first(where: \.isSelf)?.role.rawValue ?? "",
                "\(circle.members.count)", session.clock.text(circle.since), "\(circle.id)",
            ]
        }
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
        let keys = await session.device.profile.circle(view.id)
        guard let keys else {
            return Terminal.remark(
                "Your key in this circle is not on this device, so that it reads no sealed words."
            )
        }
        let unknown = view.members.filter { !keys.knows($0.person) }
        if !unknown.isEmpty { Terminal.remark("This device cannot seal words for \(unknown.names).") }
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
            throw CommandFailure(
                """
                You are the last parent of \(view.name.asForeign), which has others. Make one of them a parent first: reveille \
                circle member\(session.profileFlag) \(view.id) NAME --role parent. Or let it end, for everybody: reveille me \
                delete\(session.profileFlag), which deletes all that is yours and is never refused.
                """
            )
        }
        let heir = try handOver.heir(in: view, from: view.members.first(where: \.isSelf)?.person, session)
        let passing = heir.map { ", and pass your reminders for others on to \($0.words)" } ?? ""
        let isDweller = view.members.contains { $0.isSelf && $0.role == .dweller }
        var count: Int?
        if let own = view.members.first(where: \.isSelf) {
            count = await session.remindersForOthers(of: own.person, in: view)
            if let helped = await session.help(by: own, in: view) {
                session.warn(ofHelpLost: helped, by: own, in: view)
            }
        }
        if heir == nil {
            session.warn(ofDeleted: count, of: view, keeping: "--hand-over NAME keeps them, with a parent who stays.")
        }
        try await consent.require(
            to: isDweller
                ? "End \(view.name.asForeign)? It ends for everybody in it, nobody is told of an alert about you any more, "
                    + "and its history is deleted ('reveille care export' keeps it)."
                : "Leave \(view.name.asForeign) and cancel what is pending from and to you\(passing)?"
        )
        try await session.device.leave(view.id, handingOverTo: heir?.person)
        guard !output.json else { return Terminal.say(.object(of: ["left": .identifier(view.id)])) }
        let deleted =
            switch count {
            case 1?: "1 open reminder that you had set for others is deleted."
            case let count?: "\(count) open reminders that you had set for others are deleted."
            case nil: "Open reminders that you had set for others are deleted."
            }
        let passed =
            count == 0
            ? ""
            : heir.map { " Your reminders for others are \($0.shownName)'s now." }
                ?? (view.kind == .family ? " \(deleted)" : "")
        Terminal.say(
            isDweller
                ? "\(view.name.asForeign) has ended, and nobody is told of an alert about you any more."
                : "You left \(view.name.asForeign).\(passed)"
        )
    }
}
