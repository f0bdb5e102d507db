import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care phone`: a member's own number.
struct CarePhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Leave your own number, to which alerts go together with the push, or take it back."
    )

    @Argument(help: "Your number, as +491701234567; it is asked once, by a link in a message to it.")
    var number: String?

    @Option(help: ArgumentHelp("What you are called in messages.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Your language: en, zh-Hant or zh-Hans.", valueName: "tag"))
    var language = "en"

    @Flag(help: "Take the number back.")
    var remove = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        guard (number == nil) == remove else { throw ValidationError("Give a number, or --remove.") }
    }

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            guard let number else {
                try await session.device.removeCarePhone()
                return output.json
                    ? Terminal.say(.object(of: ["removed": true])) : Terminal.say("The number is forgotten.")
            }
            let known = await session.device.profile.displayName
            guard let name = name ?? (known.isEmpty ? nil : known) else {
                throw CommandFailure("Say what you are called: --name NAME")
            }
            let phone = CarePhone(phone: number, name: name, language: language)
            let view = try await session.device.setCarePhone(phone)
            guard !output.json else { return Terminal.say(view.json) }
            Terminal.say("\(number.asForeign) is \(view.consent.rawValue).")
        }
    }
}
