import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle show`: who is in one.
struct CircleShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show who is in a circle, and what each of them may do."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            output.show(try await session.circle(circle), in: session)
        }
    }
}
