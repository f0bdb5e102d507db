import AlarmCore
import ArgumentParser
import DeviceKit

/// `reveille care pause`: holds alerts for a while.
struct CarePauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold all alerts but those of the button for a while, or end that."
    )

    @OptionGroup
    var time: DueTimeOptions

    @Flag(help: "End the pause.")
    var resume = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            if resume {
                output.show(try await session.device.resumeCare(), in: session)
                return
            }
            guard let end = try time.time(now: session.clock.now, zones: session.zones) else {
                throw CommandFailure("Say until when: --in 3h, or --at with a time; or --resume.")
            }
            output.show(try await session.device.pauseCare(until: end.instant), in: session)
        }
    }
}
