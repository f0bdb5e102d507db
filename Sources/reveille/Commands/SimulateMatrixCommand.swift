import AlarmWire
import ArgumentParser
import DeviceSimulator

/// `reveille simulate matrix`: what rings where.
struct SimulateMatrixCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Show when each kind of phone rings in each condition, by which way, and how late.",
        discussion: """
            Plays one alarm for each combination of a phone (iOS 15 to 26, AlarmKit, critical alerts) and a condition \
            (locked, silent, Focus, off line, restarted…) against a real relay, with the built-in partner alarm. The user \
            is woken by sound alone.
            """
    )

    @Flag(help: "Print the table as Markdown.")
    var markdown = false

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let matrix: Matrix
        do {
            matrix = try await Interruption.cancelling { try await Matrix.play(executable: ThisProgram.executable()) }
        } catch let failure as Matrix.Failure {
            throw CommandFailure(failure.description)
        }
        if output.json {
            Terminal.say(matrix.json)
        } else {
            Terminal.show(markdown ? matrix.markdown : matrix.text)
        }
    }
}
