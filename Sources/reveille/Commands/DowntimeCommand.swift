import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Foundation
import Logging
import RelayServer
import Storage

/// `reveille downtime`: shows when the relay was blind, as recorded in its database.
struct DowntimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downtime",
        abstract: "Show when the relay was stopped, asleep or otherwise blind, and why.",
        discussion: """
            Reads the relay's database, which may be in use meanwhile. Takes the flags of 'reveille serve', of which \
            --data, --database and --config matter here: give those that the relay was started with. Kept for 90 days; \
            a running relay leaves a sign of life every 10 s, so a time may be told up to that much longer than it was.
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
        let record = try await BlindnessRecord.read(configuration)
        if output.json {
            Terminal.say(record.json)
            return
        }
        let clock = LocalClock(zones: ZoneDirectory(path: configuration.zoneinfo))
        if let last = record.lastHeartbeat {
            let word = record.isStopped ? "was stopped at" : "gave its last sign of life at"
            Terminal.say("The relay \(word) \(clock.text(last)), \(clock.distance(to: last)).")
        } else {
            Terminal.say("No relay has run on this database.")
        }
        guard !record.intervals.isEmpty else {
            Terminal.say("It was never blind.")
            return
        }
        var table = TextTable(["FROM", "UNTIL", "FOR", "CAUSE"])
        for interval in record.intervals {
            let seconds = Span.seconds((interval.until - interval.from).milliseconds / 1000)
            table.add([clock.text(interval.from), clock.text(interval.until), "\(seconds)", interval.cause.words])
        }
        Terminal.say(table)
    }
}

extension BlindInterval.Cause {
    /// The text for a person.
    fileprivate var words: String {
        switch self {
        case .stopped: "stopped"
        case .ended: "ended without a word"
        case .suspended: "the computer slept"
        case .stalled: "did not get its turn"
        case .storage: "the store took nothing"
        case .clockForward: "the clock was set forward"
        case .clockBack: "the clock was set back"
        case .restored: "restored from a backup"
        }
    }
}

extension BlindnessRecord {
    /// The JSON for a script.
    fileprivate var json: JSONValue {
        .object(of: [
            "lastSign": lastHeartbeat.map { .string($0.iso8601) },
            "stopped": .bool(isStopped),
            "blind": .array(intervals.map(\.json)),
        ])
    }
}
