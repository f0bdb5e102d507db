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
            for line in lines + NextSteps(configuration: configuration, environment: environment).lines {
                Terminal.say(line)
            }
        }
        try await relay.run(rereading: { try RelayConfiguration(flags: flags, environment: environment) })
    }
}

/// Hints for the operator of a relay that has just started.
struct NextSteps {
    let configuration: RelayConfiguration
    /// The environment of the relay, in which the next commands probably run as well.
    let environment: [String: String]

    var lines: [String] {
        let origin = configuration.origin
        let relay = origin.text == RelayOptions.default ? "" : " --relay \(origin)"
        let ticket = configuration.registration == .open ? "" : " --enroll CODE"
        return [
            "",
            "Pair two devices, each in its own terminal:",
            "  \(data)reveille pair new --profile ana\(relay)\(origin.isSecure ? ticket : "")",
            "  reveille join --profile ben\(relay) CODE",
            "Or be watched alone, by checking in once a day:",
            "  \(data)reveille checkin plan --name Ana\(relay)\(origin.isSecure ? ticket : "")",
            "Stop the relay with Ctrl-C.",
        ]
    }

    /// Where the relay keeps its data, before a command that would look elsewhere for them to register by itself.
    private var data: String {
        guard configuration.registration != .open, !configuration.origin.isSecure else { return "" }
        let found = try? RelayConfiguration(environment: environment)
        guard found?.database != configuration.database || found?.keyring != configuration.keyring else { return "" }
        let paths = [
            "REVEILLE_DATA": configuration.data, "REVEILLE_DATABASE": configuration.database,
            "REVEILLE_KEYRING": configuration.keyring,
        ]
        let inData = [configuration.data + "/reveille.db", configuration.data + "/keyring"]
        let isUsual = inData == [configuration.database, configuration.keyring]
        let names = isUsual ? ["REVEILLE_DATA"] : ["REVEILLE_DATABASE", "REVEILLE_KEYRING"]
        return names.map { "\($0)=\(Self.quoted(paths[$0] ?? "")) " }.joined()
    }

    /// The absolute path, or the URL, as a shell takes it.
    private static func quoted(_ path: String) -> String {
        let full = path.contains("://") ? path : URL(filePath: path).path
        let isPlain = full.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-:@".contains($0)) }
        return isPlain ? full : "'\(full.replacing("'", with: #"'\''"#))'"
    }
}
