import ArgumentParser
import DeviceKit

/// `reveille checkin snooze`: a day more.
struct CheckInSnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Move the deadline by a day.",
        discussion: """
            At most seven times in a row; whoever is away for longer pauses the plan.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            output.show(try await session.device.snoozeCheckIn(), in: session)
        }
    }
}
