import AlarmCore
import AlarmWire
import ArgumentParser
import Delivery
import Engine
import Foundation
import Logging
import RelayServer

/// `reveille mail`: the commands for the relay's mail server.
struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Try the mail server by which contacts are told.",
        subcommands: [MailTestCommand.self]
    )
}

/// `reveille mail test`: sends one letter with the relay's settings, and says what the server answered.
struct MailTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a letter to an address with the relay's settings, and say what came of it.",
        discussion: """
            Takes the flags of 'reveille serve', of which those that begin with --smtp matter here; the environment and the file \
            of --config count as they do there. The relay need not run. That the server takes the letter does not mean that it \
            arrives: look for it, also among the spam.

            Exit codes: 0 for a letter that the server took, 75 where it may take it later, 1 where it refused.
            """
    )

    @Argument(help: "An e-mail address that you can read.")
    var address: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let recipient: EmailAddress
        do {
            recipient = try EmailAddress(address)
        } catch {
            throw CommandFailure("\(address.asForeign) cannot be written to: \(error)")
        }
        let configuration = try RelayConfiguration(
            flags: flags.values,
            environment: ProcessInfo.processInfo.environment
        )
        guard let server = configuration.contactChannels.mail else {
            throw CommandFailure(
                "no mail server is configured: give --smtp-server and --smtp-from, or set REVEILLE_SMTP_SERVER and "
                    + "REVEILLE_SMTP_FROM"
            )
        }
        let place = "\(server.host):\(server.port)"
        switch try await sendTestLetter(to: recipient, configuration: configuration) {
        case .accepted: say("sent", "\(place) took the letter. Look for it at \(address.asForeign).")
        case .retry(_, let reason, _):
            throw CommandFailure(
                "\(place) did not take the letter for now: \(reason)",
                exitCode: CommandFailure.temporary
            )
        case .rejected(let reason), .addressDead(let reason, _):
            throw CommandFailure("\(place) refused the letter: \(reason)")
        }
    }

    private func say(_ effect: String, _ words: String) {
        guard output.json else { return Terminal.say(words) }
        Terminal.say(JSONValue.object(of: ["effect": .string(effect)]))
    }
}
