import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille checkin test`: whether notifications arrive.
struct CheckInTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test notification to all your devices."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            try await session.device.testNotification()
            guard !output.json else { return Terminal.say(NoContent().json) }
            Terminal.say("A test notification is on its way to all your devices.")
        }
    }
}
