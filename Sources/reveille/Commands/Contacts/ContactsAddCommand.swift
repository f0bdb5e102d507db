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

    @OptionGroup
    var reached: ContactOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.device.addContact(reached.request(named: name))
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("\(name.asForeign) is asked now whether they want to be told. Contact \(view.id).")
            if let secret = view.webhookSecret { Terminal.say("The webhook is signed with this secret: \(secret)") }
        }
    }
}
