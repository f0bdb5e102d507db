import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille circle member`: changes a member's name, role, rights and priority.
struct CircleMemberCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "Change somebody's place in a circle: their name, role, rights, and when they are told.",
        discussion: """
            You name yourself; a parent makes a child a parent; a dweller sets what each member may know and who is told \
            first. What may be permitted: \(Permission.care.sorted().map(\.rawValue).joined(separator: ", ")). \
            What is not given stays as it is.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Argument(help: "The person's name in the circle, the first characters of their id, or me.")
    var person: String

    @Option(help: ArgumentHelp("What you want to be called in it.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("What they are in the family: parent or child.", valueName: "role"))
    var role: RoleArgument?

    @Option(help: ArgumentHelp("Something more that a member may know; may be repeated.", valueName: "right"))
    var permit: [String] = []

    @Option(help: ArgumentHelp("Something that a member may not know any more; may be repeated.", valueName: "right"))
    var forbid: [String] = []

    @Option(help: ArgumentHelp("When a member is told of an alert, 1 first to 9 last.", valueName: "number"))
    var priority: Int?

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if let priority, !Membership.tiers.contains(priority) {
            throw ValidationError("The priority is a number from 1 to 9.")
        }
        if let unknown = (permit + forbid).first(where: { Permission(rawValue: $0) == nil }) {
            let rights = Permission.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no right '\(unknown.asForeign)'. Write one of \(rights).")
        }
    }

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        let member = try session.person(person, in: view)
        if role == .child, member.role == .parent, !member.isSelf {
            let language = session.language
            let values: [Placeholder: String] = [
                .person: member.words(in: language), .link: "--role child", .words: "me",
            ]
            throw CommandFailure(language.text(.answerCircleStepsDown, values), exitCode: .validationFailure)
        }
        var permissions: Set<Permission>?
        if !(permit + forbid).isEmpty {
            permissions = (member.permissions ?? []).union(permit.compactMap { Permission(rawValue: $0) })
                .subtracting(forbid.compactMap { Permission(rawValue: $0) })
        }
        let change = MemberChange(
            displayName: name,
            role: role?.role,
            permissions: permissions,
            priority: priority
        )
        output.show(try await session.device.change(member.person, of: view.id, change), in: session)
    }
}

/// `reveille circle remove`: removes a member.
struct CircleRemoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take somebody out of a circle; what is pending from and to them is cancelled.",
        discussion: "The reminders that they set for others are deleted, unless a parent takes them over."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Argument(help: CircleOptions.personHelp)
    var person: String

    @OptionGroup
    var handOver: HandOverOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        let member = try session.person(person, in: view)
        let heir = try handOver.heir(in: view, from: member.person, session)
        let language = session.language
        let count = await session.remindersForOthers(of: member.person, in: view)
        if heir == nil {
            let advice = language.text(.answerLeaveKeep, [.link: "--hand-over NAME"])
            session.warn(ofDeleted: count, of: view, keeping: advice)
        }
        let helped = await session.help(by: member, in: view)
        if let helped { await session.warn(ofHelpLost: helped, by: member, in: view) }
        let removal = MemberRemoval(member: member, circle: view, heir: heir, reminders: count)
        try await consent.require(to: removal.question(in: language), in: language)
        try await session.device.remove(member.person, from: view.id, handingOverTo: heir?.person)
        guard !output.json else {
            return Terminal.say(
                .object(of: ["circleId": .identifier(view.id), "removed": .identifier(member.person)])
            )
        }
        var aftermath: String?
        if let helped { aftermath = await session.aftermath(ofHelpLost: helped) }
        Terminal.say(language.joining(removal.answer(in: language), aftermath))
    }
}

/// A member who is taken out of a circle.
struct MemberRemoval {
    let member: CircleMemberView
    let circle: CircleView
    /// The parent who takes over the member's reminders for others; nil where nobody does.
    let heir: CircleMemberView?
    /// How many open reminders the member has set for others; nil where that is not known.
    let reminders: Int?

    /// The question whether to remove the member.
    func question(in language: Language) -> String {
        guard let heir else { return language.text(.answerRemoveAsk, values(in: language)) }
        let passing = values(in: language).merging([.helper: heir.words(in: language)]) { first, _ in first }
        return language.text(.answerRemoveAskPassing, passing)
    }

    /// That the member was removed, and who has their reminders now.
    func answer(in language: Language) -> String {
        let heir = reminders == 0 ? nil : heir
        return language.joining(
            language.text(.answerRemoveRemoved, values(in: language)),
            heir.map { language.text(.answerRemovePassed, [.helper: $0.words(in: language)]) }
        )
    }

    private func values(in language: Language) -> [Placeholder: String] {
        [.person: member.words(in: language), .circle: circle.name.asForeign]
    }
}
