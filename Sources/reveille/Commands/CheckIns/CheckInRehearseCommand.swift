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
            try await session.device.rehearseCheckIn()
            guard !output.json else { return Terminal.say(NoContent().json) }
            Terminal.say(
                "Your devices now get what they would get before a deadline, and then what your contacts would."
            )
        }
    }
}
