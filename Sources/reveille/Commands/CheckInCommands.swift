import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille checkin`: the commands for the daily check-in and for what follows a missed one.
struct CheckInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkin",
        abstract: "Check in once a day; without it your contacts are told.",
        discussion: """
            Set a plan, name contacts with 'reveille contacts add', and check in. Before the deadline you are warned; at \
            the deadline every contact who has agreed gets a letter, and an all-clear when you check in again.
            """,
        subcommands: [
            CheckInNowCommand.self, CheckInStatusCommand.self, CheckInPlanCommand.self, CheckInSnoozeCommand.self,
            CheckInLinkCommand.self, CheckInCardCommand.self, CheckInAddressesCommand.self, CheckInRehearseCommand.self,
            CheckInTestCommand.self,
        ],
        defaultSubcommand: CheckInNowCommand.self
    )
}

/// `reveille checkin now`: checks in.
struct CheckInNowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Say that you are well.",
        discussion: """
            A place, where you give one, is told to your contacts if you miss a later check-in. The first check-in on a \
            machine makes a profile by itself and begins a plan of 24 h; on another machine than the relay's it needs \
            --enroll.
            """
    )

    @Option(
        help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,lon"),
        transform: { try Place(argument: $0) }
    )
    var place: Place?

    @Option(help: ArgumentHelp("A code from the relay's operator, for a device that is new.", valueName: "code"))
    var enroll: String?

    @OptionGroup
    var options: SessionOptions

    @OptionGroup
    var relay: RelayOptions

    /// A device is not made beside others of the machine: under a mistyped name the sign of life would be another
    /// person's, and the contacts of the one who gave it would be told.
    var newDevice: RelayOptions? { profile.mayBegin ? relay : nil }

    func run(in session: DeviceSession) async throws {
        let report: CheckInReport
        do {
            try await session.register(code: enroll, mentionsInvites: false)
            report = try await session.device.checkIn(
                at: place,
                timeZone: session.clock.zoneName,
                source: .commandLine
            )
        } catch {
            throw CommandFailure(checkInLostTo: error, in: session.language) ?? error
        }
        output.show(report, contacts: output.json ? [] : await session.contacts(namedIn: report), in: session)
        guard !output.json else { return }
        if let line = report.notedLine(flag: session.profileFlag, session.readersClock) {
            Terminal.say(line)
        }
        guard report.settings.isUnnamed else { return }
        let command = "reveille checkin plan\(session.profileFlag) --name NAME --threshold 24h"
        Terminal.say(StatusText.unnamed(naming: command, in: session.language))
    }
}

extension DeviceSession {
    /// The contacts of a person, where somebody was asked and has not answered, or was written to; none where they are not
    /// known.
    fileprivate func contacts(namedIn report: CheckInReport) async -> [ContactView] {
        guard report.asked > 0 || report.telling != nil || !report.reassured.isEmpty else { return [] }
        return (try? await device.contacts()) ?? []
    }
}

/// `reveille checkin status`: shows the deadline and the last check-ins.
struct CheckInStatusCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how your check-in stands, and the last ones."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let report = try await session.device.checkInReport()
        let alarms = output.json ? [] : (try? await session.device.list()) ?? []
        let contacts = output.json ? [] : (try? await session.device.contacts()) ?? []
        output.show(
            report,
            contacts: contacts,
            movedFrom: report.moved(among: alarms.map(\.view))?.time,
            in: session
        )
        guard !output.json else { return }
        for line in contacts.stoppedLines(in: session.language) { Terminal.say(line) }
        for line in report.historyLines(session.readersClock) { Terminal.say("  \(line)") }
    }
}

/// `reveille checkin snooze`: moves the deadline by a day.
struct CheckInSnoozeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Move the deadline by a day.",
        discussion: """
            At most seven times in a row; whoever is away for longer pauses the plan.
            """
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        output.show(try await session.device.snoozeCheckIn(), in: session)
    }
}

/// `reveille checkin rehearse`: rehearses a missed check-in.
struct CheckInRehearseCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Play through a missed check-in; only you are told."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let begun = try await session.device.rehearseCheckIn()
        guard !output.json else { return Terminal.say(begun.json) }
        let words = RehearsalText(language: session.language)
        Terminal.say(words.begun)
        if begun.letters.isEmpty {
            Terminal.say(
                begun.unreached.isEmpty
                    ? words.none(listing: "reveille contacts list\(session.profileFlag)") : words.unreachable
            )
        }
        for address in begun.unreached { Terminal.say(words.unreached(address.name, by: address.medium)) }
        for letter in begun.letters {
            Terminal.say("\n" + words.letter(to: letter.name, by: letter.medium))
            if let subject = letter.subject { Terminal.say("  \(subject.asForeign)\n") }
            for line in letter.text.split(separator: "\n", omittingEmptySubsequences: false) {
                Terminal.say("  \(String(line).asForeign)")
            }
        }
    }
}

/// `reveille checkin test`: sends a test notification.
struct CheckInTestCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test notification to all your devices."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        try await session.device.testNotification()
        guard !output.json else { return Terminal.say(NoContent().json) }
        Terminal.say(StatusText.testNotification(in: session.language))
    }
}
