import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer

/// `reveille status`: shows how the relay on this machine is.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how the relay is, what is due next and what waits, on the relay's machine.",
        discussion: """
            Shows what the operator's page shows: health, ways to people, letters that wait, and counts; it names nobody. Asks \
            the running relay, with a pass for a minute that it writes into the relay's database; while none runs, it shows \
            what the database tells alone. Takes the flags of 'reveille serve', of which --listen, --data, --database, \
            --keyring and --config matter here: give those that the relay was started with.

            Exit codes: 0 where the relay runs, whatever it has to say, 1 where none does or the database cannot be read, 64 \
            used wrongly.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let status = try await LocalStatus.read(
            configuration,
            from: LocalRelay(configuration),
            clock: configuration.makeClock()
        )
        if output.json {
            Terminal.say(status.json)
        } else {
            status.show(on: LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo)))
        }
        guard status.isRunning else { throw ExitCode.failure }
    }
}
