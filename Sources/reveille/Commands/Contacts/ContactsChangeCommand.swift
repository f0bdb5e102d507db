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

    @OptionGroup
    var reached: ContactOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let known = try await session.contact(contact)
            let view = try await session.device.changeContact(
                known.id,
                to: reached.request(named: name ?? known.contact.name, insteadOf: known.contact)
            )
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("Changed \(view.contact.name.asForeign), who is \(view.consent.rawValue).")
        }
    }
}
