import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille circle invite`: shows a code and asks for the digits on the invited person's screen.
struct CircleInviteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Show a code by which somebody comes into a circle, and wait until they have used it.",
        discussion: """
            They enter the code with 'reveille circle join' and then see six digits. Type those digits here: that proves \
            that it is them who have the code. With --json the code is written as one line of JSON first, and the question for \
            the digits goes to standard error.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Option(
        help: ArgumentHelp(
            "What they will be: parent or child in a family, member in a care circle.",
            valueName: "role"
        )
    )
    var role: RoleArgument?

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var ttl: TTLOption

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        guard let role = role?.role ?? (view.kind == .care ? .member : nil) else {
            let roles: [Placeholder: String] = [.words: "--role parent", .title: "--role child"]
            throw CommandFailure(session.language.text(.answerCircleRole, roles), exitCode: .validationFailure)
        }
        try await session.settlePairings { output.json ? Terminal.remark($0) : Terminal.say($0) }
        let device = session.device
        let name = await name.text(of: device.profile, called: session.name, in: session.environment)
        let invite = try await device.createInvite(
            name: name,
            ttl: ttl.ttl,
            purpose: view.kind == .family ? .family : .care,
            circle: view.id,
            role: role
        )
        let language = session.language
        if output.json {
            Terminal.say(.object(of: ["code": .string(invite.code.formatted), "link": .string(invite.link.url)]))
        } else {
            try session.show(invite)
            let end = [Placeholder.time: session.readersClock.text(invite.expiresAt)]
            Terminal.say(language.text(.answerCodeThem, end))
            // On a line of its own, so that it can be copied.
            Terminal.say(language.text(.answerCodeThere))
            Terminal.say("  reveille join \(await session.argument(for: invite))")
            Terminal.say(language.text(.answerCodeWaitThem))
        }
        let other = try await device.awaitAnswer(invite.inviteID, pause: DeviceSession.pause)
        try await session.confirm(
            invite.inviteID,
            asking: language.text(.listInviteDigits, [.person: other.asForeign]),
            aside: output.json
        )
        let joined = try await device.awaitAdmitted(invite.inviteID, pause: DeviceSession.pause)
        await session.introduce(joined, in: language)
        guard !output.json else { return Terminal.say(joined.json) }
        let values: [Placeholder: String] = [
            .person: other.asForeign, .circle: view.name.asForeign, .state: joined.role.words(in: language),
        ]
        Terminal.say(language.text(.answerCodeIn, values))
    }
}

/// `reveille circle join`: claims a code and shows the digits.
struct CircleJoinCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter the code that somebody of a family or a care circle shows you.",
        discussion: "A device that is new registers with the code. A link names the relay by itself."
    )

    @OptionGroup
    var entry: CodeOrLink

    @OptionGroup
    var name: NameOption

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    @OptionGroup
    var relay: RelayOptions

    var newDevice: RelayOptions? { entry.relay(relay) }

    func run(in session: DeviceSession) async throws {
        let device = session.device
        let claim: ClaimerPairing
        do {
            claim = try await device.claim(typed: entry.code, for: .family)
        } catch {
            guard case .pairing(.otherPurpose(.care)) = error else { throw error }
            claim = try await device.claim(typed: entry.code, for: .care)
        }
        try await session.join(claim, as: name, asking: consent, telling: output.json ? .resultOnly : .person)
    }
}

/// `reveille circle introduce`: sends the members of a circle each other's keys, sealed.
struct CircleIntroduceCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "introduce",
        abstract: "Let everybody in a circle whose keys this device knows seal words for each other.",
        discussion: """
            Whoever lets somebody in introduces them to the others by itself. Do it again where somebody's words cannot \
            be read, or nobody can write to them: on a device of a parent, or of the dweller, who knows them. Somebody \
            whom nobody knows has to leave and join again.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        let outcome = try await session.device.introduce(in: view.id)
        if output.json {
            Terminal.say(
                .object(of: [
                    "circleId": .identifier(view.id),
                    "told": .array(outcome.told.map(JSONValue.identifier)),
                    "unknown": .array(outcome.unknown.map(JSONValue.identifier)),
                ])
            )
            return
        }
        let language = session.language
        let told = view.members.filter { outcome.told.contains($0.person) }
        Terminal.say(
            told.isEmpty
                ? language.text(.answerCircleIntroducedNone)
                : language.text(.answerCircleIntroduced, [.person: told.names(in: language)])
        )
        let unknown = view.members.filter { outcome.unknown.contains($0.person) }
        guard !unknown.isEmpty else { return }
        Terminal.remark(language.text(.answerCircleUnknown, [.person: unknown.names(in: language)]))
    }
}
