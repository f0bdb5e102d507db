import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille contacts add`: one more.
struct ContactsAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Name a contact; they are asked whether they want to be told."
    )

    @Argument(help: "What they are called.")
    var name: String

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
        let contact = ContactRequest(
            name: name,
            email: email,
            phone: phone,
            webhook: webhook,
            language: language ?? "en"
        )
        try await DeviceSession.run(profile) { session in
            let view = try await session.device.addContact(contact)
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("\(name.asForeign) is asked now whether they want to be told. Contact \(view.id).")
            if let secret = view.webhookSecret { Terminal.say("The webhook is signed with this secret: \(secret)") }
        }
    }
}
