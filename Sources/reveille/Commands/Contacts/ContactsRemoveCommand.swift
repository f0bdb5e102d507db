import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille contacts remove`: forget one.
struct ContactsRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Have the relay forget a contact."
    )

    @Argument(help: "The first characters of the contact's id, or their name.")
    var contact: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let known = try await session.contact(contact)
            try await consent.require(to: "Forget \(known.contact.name.asForeign)? They will not be told any more.")
            try await session.device.removeContact(known.id)
            guard !output.json else { return Terminal.say(known.json) }
            Terminal.say("Forgot \(known.contact.name.asForeign).")
        }
    }
}
