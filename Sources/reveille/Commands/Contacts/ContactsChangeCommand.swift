import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille contacts change`: another address.
struct ContactsChangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a contact; at another address they are asked again.",
        discussion: """
            What is not given stays as it is.
            """
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @Option(help: ArgumentHelp("What they are called.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Their e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Their telephone number, as +491701234567.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("An https address that is told as well, signed.", valueName: "url"))
    var webhook: String?

    @Option(help: ArgumentHelp("Their language: en, zh-Hant or zh-Hans.", valueName: "tag"))
    var language: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let known = try await session.contact(contact)
            let view = try await session.device.changeContact(
                known.id,
                to: ContactRequest(
                    name: name ?? known.contact.name,
                    email: email ?? known.contact.email,
                    phone: phone ?? known.contact.phone,
                    webhook: webhook ?? known.contact.webhook,
                    language: language ?? known.contact.language
                )
            )
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("Changed \(view.contact.name.asForeign), who is \(view.consent.rawValue).")
        }
    }
}
