import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care invite`: sends somebody the link of an invite.
struct CareInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Send somebody the link of an invite to your care circle, by text message or e-mail.",
        discussion: """
            Whoever carries the message sees the link, so that you still confirm who has accepted. A code that you tell \
            somebody yourself needs no message.
            """
    )

    @Argument(help: "The link, as the invite showed it.")
    var link: String

    @Option(help: ArgumentHelp("Whom you invite.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Their number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("Their e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Their language: en, zh-Hant or zh-Hans.", valueName: "tag"))
    var language = "en"

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        guard (phone == nil) != (email == nil) else { throw ValidationError("Give --phone or --email.") }
    }

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let own = try await session.device.careOverview().dwellers.first(where: \.isSelf)
            guard let circle = own?.circle else { throw CommandFailure("You have no care circle of your own yet.") }
            try await session.device.sendInvitation(
                CareInvitationRequest(
                    circle: circle,
                    phone: phone,
                    email: email,
                    link: link,
                    name: name,
                    language: language
                )
            )
            guard !output.json else { return Terminal.say(.object(of: ["sent": true])) }
            Terminal.say("The invitation is on its way to \(name.asForeign).")
        }
    }
}
