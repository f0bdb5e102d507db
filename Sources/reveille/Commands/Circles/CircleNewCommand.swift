import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle new`: one more circle.
struct CircleNewCommand: AsyncParsableCommand {
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
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    @OptionGroup
    var relay: RelayOptions

    func run() async throws {
        try await DeviceSession.run(profile, relay: relay) { session in
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
}

/// A kind of circle on the command line.
enum CircleKindArgument: String, CaseIterable, ExpressibleByArgument {
    case family, care

    var kind: Circle.Kind {
        switch self {
        case .family: .family
        case .care: .care
        }
    }
}

extension Circle.Kind {
    /// What it is called in a sentence.
    var words: String {
        switch self {
        case .family: "family"
        case .care: "care circle"
        }
    }
}
