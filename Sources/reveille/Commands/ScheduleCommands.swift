import AlarmCore
import AlarmWire
import ArgumentParser
import Engine
import Foundation

/// `reveille schedule`: the commands for recurrence rules.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "See what a repetition means before it rings.",
        subcommands: [ScheduleNextCommand.self]
    )
}

/// `reveille schedule next`: shows the coming times of a recurrence rule.
struct ScheduleNextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show when a repeated alarm rings, on its zone's clocks and in UTC.",
        discussion: """
            Says where a clock change moves a time. Uses the time zone data of this machine, as a relay here would. The \
            start counts as the first time only if it matches the rule.
            """
    )

    @Option(
        help: ArgumentHelp("The rule, as in 'FREQ=WEEKLY;BYDAY=MO,TU' (RFC 5545).", valueName: "rule"),
        transform: { try RecurrenceRule($0) }
    )
    var rule: RecurrenceRule

    @Option(
        help: ArgumentHelp("The start on the zone's clocks, as in 2027-03-22T02:30:00.", valueName: "time"),
        transform: { try LocalDateTime(iso8601: $0) }
    )
    var start: LocalDateTime

    @Option(help: ArgumentHelp("The IANA time zone whose clocks count, as in Europe/Berlin.", valueName: "name"))
    var zone: String

    @Option(help: "How many times to show, 1 to 1000.")
    var count = 10

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        guard 1...1000 ~= count else { throw ValidationError("--count is 1 to 1000, not \(count).") }
    }

    func run() throws {
        let zones = ZoneDirectory(path: ZoneDirectory.path(in: ProcessInfo.processInfo.environment))
        let rules: ZoneRules
        do throws(ZoneDirectoryError) {
            rules = try zones.zone(named: zone)
        } catch {
            throw CommandFailure("--zone: \(error)", exitCode: .validationFailure)
        }
        let times = Recurrence(rule: rule, start: start, zone: rules).preview(count)
        if output.json {
            Terminal.say(.array(times.map { PreviewedTime($0).json }))
            return
        }
        guard !times.isEmpty else {
            Terminal.say("By this rule nothing ever rings.")
            return
        }
        var table = TextTable(["LOCAL", "OFFSET", "UTC", "NOTE"])
        for time in times {
            let note = time.note.map { "\($0)" } ?? ""
            table.add([time.local.iso8601, time.offset, time.instant.iso8601, note])
        }
        Terminal.say(table)
        if times.count < count { Terminal.say("The rule ends here.") }
    }
}
