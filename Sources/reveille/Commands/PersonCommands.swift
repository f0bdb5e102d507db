import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer

/// `reveille person`: the commands for the people whom a relay knows.
struct PersonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person",
        abstract: "See whom the relay knows, and remove somebody, on the relay's machine.",
        subcommands: [PersonListCommand.self, PersonRemoveCommand.self]
    )
}

/// `reveille person list`: lists the people who have a device.
struct PersonListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List everybody who has a device.",
        discussion: """
            A relay knows no names, which are sealed between phones: a person is recognised by their devices and by when they \
            came. Reads the relay's database, which may be in use meanwhile. Takes the flags of 'reveille serve', of which \
            --data, --database, --keyring and --config matter here: give those that the relay was started with.
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
        let people = try await PersonSummary.all(configuration, clock: configuration.makeClock())
        let clock = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        output.show(
            people,
            orSay: "Nobody has a device.",
            columns: ["ID", "SINCE", "DEVICES", "PAIRS", "CIRCLES", "ALARMS"]
        ) { person in
            person.json
        } row: { person in
            [
                "\(person.id)", clock.text(person.since), person.platforms.map(\.rawValue).joined(separator: ", "),
                "\(person.pairs)", "\(person.circles)", "\(person.alarms)",
            ]
        }
    }
}

/// `reveille person remove`: deletes everything that a person gave.
struct PersonRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete everything that a person gave, as they could with 'reveille me delete'.",
        discussion: """
            Their pairs end, they leave their circles, every alarm from or to them is taken back, and their devices, contacts, \
            check-ins and settings go; their contacts are not told. The relay has to run, because it tells the phones. \
            Takes the flags of 'reveille serve', of which --listen, --data, --database, --keyring and --config matter here: \
            give those that the relay was started with. It cannot be undone, other than by restoring a backup. An id \
            that begins with a hyphen goes after --.

            Exit codes: 0 where everything was deleted, 1 where nothing was, 64 used wrongly.
            """
    )

    @Argument(help: "The person, as 'reveille person list' shows them.")
    var id: String

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func validate() throws {
        guard PersonID(id) != nil else {
            throw ValidationError("'\(id)' is no person's id: take one from 'reveille person list'.")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        guard let person = PersonID(id) else { throw ExitCode.validationFailure }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let relay = try LocalRelay(configuration, timeout: .seconds(30))
        try await consent.require(to: "Delete everything that \(person) gave the relay? This cannot be undone.")
        let receipt = try await removePerson(
            person,
            configuration: configuration,
            from: relay,
            clock: configuration.makeClock()
        )
        guard !output.json else { return Terminal.say(receipt.json) }
        var table = TextTable(["DELETED", "HOW MANY"])
        for count in receipt.removed { table.add([count.kind, "\(count.count)"]) }
        Terminal.say(table)
    }
}
