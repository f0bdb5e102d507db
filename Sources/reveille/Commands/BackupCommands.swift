import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer

/// `reveille backup`: copies the relay's database into a sealed file.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the relay's database into one sealed file, also while the relay runs.",
        discussion: """
            The file holds the database as of one moment, sealed under the keyring. It is read back, and every value that is \
            sealed in it is opened, before it gets its name. It holds no key: back up the keyring apart from it, once and \
            after each rotation, for without the keyring the file is of no use. Takes the flags of 'reveille serve', of which \
            --data, --database, --keyring and --config matter here: give those that the relay was started with.

            Exit codes: 0 where the backup was made and checked, 1 where it was not, and then no file is left, 64 used wrongly.
            """
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var replace = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let report = try await makeBackup(
            configuration: configuration,
            to: file,
            replacing: replace,
            clock: configuration.makeClock()
        )
        guard !output.json else { return Terminal.say(report.json) }
        Terminal.say("Wrote \(report.file), \(report.bytes) bytes, and checked it.")
        Terminal.say("It holds \(report.contents.words).")
        Terminal.say("It can be restored only with the keyring \(report.keyring): keep a copy of that elsewhere.")
    }
}

/// `reveille restore`: puts a backup in the place of the relay's database.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the relay's database, while the relay is stopped.",
        discussion: """
            Stop the relay first, and put the keyring in its place. Whatever was stored after the backup was made is lost: \
            alarms set since are gone, those cancelled or moved since are as they were, ended pairs are pairs again. The time \
            since then counts as an absence of the relay: what came due is rung up to 15 minutes late, else both sides are \
            told that it was missed, and nobody's contacts are told for it. A phone on which an alarm was answered or \
            cancelled before the restoration does not ring for it again. Enrolment codes and open invites are void.

            With --last-state, for a relay that was stopped, backed up and moves to another machine, nothing is lost and \
            nothing is void. A database with people's data is replaced only with --replace, and kept under another name. \
            Takes the flags of 'reveille serve', of which --data, --database, --keyring and --config matter here: give those \
            with which the relay will be started.

            Exit codes: 0 where the database was restored, or with --check could be, 1 where not, and then nothing was \
            changed, 64 used wrongly.
            """
    )

    @Argument(help: "The backup, as 'reveille backup' has written it.", completion: .file())
    var file: String

    @Flag(help: "Replace a database with people's data, and keep it under another name.")
    var replace = false

    @Flag(help: "The relay was stopped before this backup and has not run since, as when it moves to another machine.")
    var lastState = false

    @Flag(help: "Only check that the backup can be restored; a relay may run meanwhile.")
    var check = false

    @OptionGroup
    var output: OutputOptions

    @OptionGroup(visibility: .hidden)
    var flags: ConfigurationFlags

    func validate() throws {
        guard !check || !(replace || lastState) else {
            throw ValidationError("--check changes nothing, so that --replace and --last-state do not go with it.")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        let environment = ProcessInfo.processInfo.environment
        let configuration = try RelayConfiguration(flags: flags.values, environment: environment)
        let clock = try await configuration.makeClock()
        let report =
            check
            ? try await checkBackup(configuration: configuration, file: file, clock: clock)
            : try await restoreBackup(
                configuration: configuration,
                from: file,
                replacing: replace,
                isLastState: lastState,
                clock: clock
            )
        guard !output.json else { return Terminal.say(report.json) }
        let local = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        Terminal.say("\(file) was made \(local.text(report.madeAt)) and holds \(report.contents.words).")
        guard let database = report.database else { return Terminal.say("It can be restored.") }
        Terminal.say("Restored it to \(database).")
        if let former = report.formerDatabase { Terminal.say("The database that was there is \(former) now.") }
        guard !report.isLastState else { return Terminal.say("Start the relay.") }
        Terminal.say("What was stored after the backup is lost: alarms set since then have to be set again,")
        Terminal.say("and those cancelled since then cancelled again. Tell the people who use the relay, and start it.")
    }
}

extension DatabaseContents {
    /// The numbers as a part of a sentence.
    fileprivate var words: String {
        func count(_ number: Int, _ one: String, _ several: String) -> String {
            "\(number) \(number == 1 ? one : several)"
        }
        return """
            \(count(people, "person", "people")), \(count(devices, "device", "devices")), \(count(pairs, "pair", "pairs")) \
            and \(count(pendingAlarms, "alarm or deadline", "alarms or deadlines")) to come
            """
    }
}
