import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import QRCode
import RelayServer

/// `reveille enroll`: creates a code with which a device can register without an invite.
struct EnrollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Make a code with which one device may register, on the relay's machine.",
        discussion: """
            Writes into the relay's database, which may be in use meanwhile. Takes the flags of 'reveille serve', of which \
            --data, --database, --keyring, --config and --limit-enrolment matter here: give those that the relay was \
            started with. Unless the web app is off, the QR code leads a phone's browser into it. The code is shown once; the \
            relay keeps only a keyed hash of it.
            """
    )

    @Flag(help: "Write the code alone, for scripts.")
    var quiet = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func validate() throws {
        if quiet, output.json { throw ValidationError("Give --quiet or --json, not both.") }
    }

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let code = try await enrollDevice(configuration: configuration, clock: configuration.makeClock())
        if quiet {
            Terminal.say(code.text)
            return
        }
        let origin = code.origin ?? configuration.origin
        // What follows the # stays in the browser.
        let link = configuration.hasWebApp ? "\(origin)/e#\(code.text)" : nil
        guard !output.json else {
            return Terminal.say(
                .object(of: [
                    "code": .string(code.text),
                    "expiresAt": .instant(code.expiresAt),
                    "origin": .string("\(origin)"),
                    "link": link.map { .string($0) },
                ])
            )
        }
        let clock = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        Terminal.say("Enrolment code: \(code.text)")
        Terminal.say("It lets one device register, until \(clock.text(code.expiresAt)).")
        Terminal.say("On that device: reveille pair new --relay \(origin) --enroll \(code.text)")
        guard let link else { return }
        Terminal.say("Or in a browser, on any phone: \(link)")
        for line in try QRCode(link).terminalLines { Terminal.say(line) }
    }
}

/// `reveille operator-code`: makes the code that opens the operator's page.
struct OperatorCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator-code",
        abstract: "Make the code that opens the operator's page, on the relay's machine.",
        discussion: """
            The page, /status of the web app, shows how the relay is, which ways to people work, how many letters wait and \
            how much it holds; it names nobody. A new code makes the former one void. Writes into the relay's database, \
            which may be in use meanwhile. Takes the flags of 'reveille serve', of which --data, --database, --keyring and \
            --config matter here: give those that the relay was started with. The code is shown once; the relay keeps only a \
            keyed hash of it.
            """
    )

    @Flag(help: "Write the code alone, for scripts.")
    var quiet = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func validate() throws {
        if quiet, output.json { throw ValidationError("Give --quiet or --json, not both.") }
    }

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let code = try await OperatorCode.make(configuration: configuration, clock: configuration.makeClock())
        guard !quiet else { return Terminal.say(code.text) }
        let page = "\(code.origin ?? configuration.origin)/status"
        guard !output.json else {
            return Terminal.say(.object(of: ["code": .string(code.text), "page": .string(page)]))
        }
        Terminal.say("Operator's code: \(code.text)")
        Terminal.say("It opens \(page), until the next code is made.")
    }
}
