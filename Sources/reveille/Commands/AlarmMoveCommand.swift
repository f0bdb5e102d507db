import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille alarm move`: another time, or other words.
struct AlarmMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an alarm that you have set to another time."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var due: DueTimeOptions

    @Option(help: ArgumentHelp("Other words for it.", valueName: "words"))
    var text: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        if due.at == nil, due.delay == nil, text == nil {
            throw ValidationError("Where to? Give --at or --in, or other words with --text.")
        }
    }

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let time = try due.time(now: session.clock.now, zones: session.zones)
            let accepted = try await session.device.reschedule(
                session.alarm(id),
                at: time?.instant,
                writtenEast: time?.secondsEast ?? 0,
                text: text
            )
            if output.json {
                Terminal.say(accepted.json)
                return
            }
            let clock = session.clock
            Terminal.say(
                """
                Now at \(clock.text(accepted.time)), \(clock.distance(to: accepted.time)); revision \(accepted.revision).
                """
            )
        }
    }
}
