import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

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
            throw ValidationError("There is nothing called '\(unknown)' to permit; see --help.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        let member = try session.person(person, in: view)
        if role == .child, member.role == .parent, !member.isSelf {
            throw CommandFailure(
                "\(member.words) stays a parent: only \(member.words) can step down, with '--role child' for 'me'.",
                exitCode: .validationFailure
            )
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
        let passing = heir.map { ", and pass their reminders for others on to \($0.words)" } ?? ""
        let count = await session.remindersForOthers(of: member.person, in: view)
        if heir == nil {
            session.warn(ofDeleted: count, of: view, keeping: "--hand-over NAME keeps them, with a parent who stays.")
        }
        let helped = await session.help(by: member, in: view)
        if let helped { session.warn(ofHelpLost: helped, by: member, in: view) }
        try await consent.require(to: "Take \(member.words) out of \(view.name.asForeign)\(passing)?")
        try await session.device.remove(member.person, from: view.id, handingOverTo: heir?.person)
        guard !output.json else {
            return Terminal.say(
                .object(of: ["circleId": .identifier(view.id), "removed": .identifier(member.person)])
            )
        }
        let passed = count == 0 ? "" : heir.map { " Their reminders for others: set by \($0.words) now." } ?? ""
        var aftermath = ""
        if let helped { aftermath = await session.aftermath(ofHelpLost: helped) }
        Terminal.say("Took \(member.words) out of \(view.name.asForeign).\(passed)\(aftermath)")
    }
}
