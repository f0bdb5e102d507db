import AlarmWire
import ArgumentParser
import Foundation
import Logging
import RelayServer

/// `reveille doctor`: examines everything that a relay needs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine what the relay needs on its machine, and say what to do.",
        discussion: """
            Examines the keyring, permissions, the database (every page of it), the disk, the clock and its synchronisation, \
            time zone data, the running relay, the address that devices use, the proxy, Apple's gateway and key by a silent \
            push to a device that does not exist, Web Push, the mail server and the SMS provider. Nobody is rung or written \
            to. Takes the flags of 'reveille serve': give those that the relay was started with, and run it as the \
            relay's user.

            Exit codes: 0 where nothing fails, warnings or not, 1 where something does, 64 used wrongly.
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
        let findings = try await Doctor(configuration, clock: configuration.makeClock()).examine { diagnosis in
            guard !output.json else { return }
            for line in diagnosis.lines { Terminal.say(line) }
        }
        if output.json { Terminal.say(.array(findings.map(\.json))) }
        guard !findings.contains(where: { $0.status == .failure }) else { throw ExitCode.failure }
    }
}

extension Diagnosis {
    /// The finding for a person, and below it what to do.
    fileprivate var lines: [String] {
        let word = status == .skipped ? "-" : status.rawValue
        let head =
            word.padding(toLength: 9, withPad: " ", startingAt: 0)
            + subject.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0)
        return [head + finding] + (remedy.map { [String(repeating: " ", count: 22) + "→ \($0)"] } ?? [])
    }
}
