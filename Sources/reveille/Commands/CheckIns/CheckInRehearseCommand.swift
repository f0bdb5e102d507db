import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille checkin rehearse`: what would happen.
struct CheckInRehearseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Play through a missed check-in; only you are told."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let begun = try await session.device.rehearseCheckIn()
            guard !output.json else { return Terminal.say(begun.json) }
            Terminal.say("Your devices now get, every ten seconds, what they would get before a deadline and at it.")
            guard !begun.letters.isEmpty else {
                return Terminal.say("Nobody would be told: no contact has agreed yet. See 'reveille contacts list'.")
            }
            for letter in begun.letters {
                Terminal.say("\nBy \(letter.medium.rawValue), \(letter.name.asForeign) would be sent:")
                if let subject = letter.subject { Terminal.say("  \(subject.asForeign)\n") }
                for line in letter.text.split(separator: "\n", omittingEmptySubsequences: false) {
                    Terminal.say("  \(String(line).asForeign)")
                }
            }
        }
    }
}
