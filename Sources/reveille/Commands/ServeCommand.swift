import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer

/// `reveille serve`: runs the relay.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the relay.",
        discussion: """
            Everything can be said by flag, by environment variable (REVEILLE_ and the flag's name in capitals, with _ for \
            -) or in a YAML file; the first of these that says something counts. Stop it with Ctrl-C or SIGTERM: what is \
            under way is finished first. SIGHUP has it read its certificate, log level and policies again: what cannot be \
            used stays as it was, and the log says why. A service manager that sets NOTIFY_SOCKET, such as systemd, is told when the \
            relay answers, and, where it watches, that alarms are woken.
            """
    )

    @OptionGroup(title: "Configuration")
    var flags: ConfigurationFlags

    func run() async throws {
        let (flags, environment) = (flags.values, ProcessInfo.processInfo.environment)
        let configuration = try RelayConfiguration(flags: flags, environment: environment)
        let format = configuration.logFormat
        LoggingSystem.bootstrap { label in format.handler(label: label) }
        OpenFiles.raise()
        let relay = try await buildRelay(
            configuration: configuration,
            clock: configuration.makeClock(),
            manager: ServiceManager(environment: environment)
        ) { lines in
            for line in lines + NextSteps(configuration: configuration).lines { Terminal.say(line) }
        }
        try await relay.run(rereading: { try RelayConfiguration(flags: flags, environment: environment) })
    }
}

/// Hints for the operator of a relay that has just started.
struct NextSteps {
    let configuration: RelayConfiguration

    var lines: [String] {
        let origin = configuration.origin
        let relay = origin.text == RelayOptions.default ? "" : " --relay \(origin)"
        let ticket = configuration.registration == .open ? "" : " --enroll CODE"
        return [
            "",
            "Pair two devices, each in its own terminal:",
            "  reveille pair new --profile ana\(relay)\(origin.isSecure ? ticket : "")",
            "  reveille join --profile ben\(relay) CODE",
            "Or be watched alone, by checking in once a day:",
            "  reveille checkin plan --name Ana\(relay)\(origin.isSecure ? ticket : "")",
            "Stop the relay with Ctrl-C.",
        ]
    }
}
