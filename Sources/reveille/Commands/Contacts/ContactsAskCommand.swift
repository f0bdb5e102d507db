import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille contacts ask`: once more.
struct ContactsAskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a contact once more whether they want to be told."
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let known = try await session.contact(contact)
            let view = try await session.device.askContact(known.id)
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("\(known.contact.name.asForeign) is asked once more.")
        }
    }
}
