import ArgumentParser
import DeviceKit

/// `reveille alarm cancel`: takes an alarm back.
struct AlarmCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take an alarm back, whoever of you two has set it."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let alarm = try await session.alarm(id)
            try await session.device.cancel(alarm)
            Terminal.say("Alarm \(alarm) is cancelled.")
        }
    }
}
