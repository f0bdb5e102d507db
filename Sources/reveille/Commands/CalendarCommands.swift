import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille calendar`: the commands for the address at which calendar programs read a person's alarms.
struct CalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Let a calendar program show when your alarms ring, by a secret address.",
        discussion: """
            Subscribe to the address in any calendar program, on a phone or elsewhere. It shows the alarms that ring for \
            you and those that you set for others, reminders among them: when, and from or for whom, but no words, which \
            the relay cannot read. A program may lag behind by hours, and does not ring. Whoever has the address reads the \
            same. For a file with the words, see 'reveille alarm export'.
            """,
        subcommands: [CalendarLinkCommand.self, CalendarRevokeCommand.self, CalendarShowCommand.self]
    )
}

/// `reveille calendar link`: makes the address.
struct CalendarLinkCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make the address, which is shown once; an earlier one is good for nothing from then on."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let made = try await session.device.makeCalendarLink()
        guard !output.json else { return Terminal.say(made.json) }
        Terminal.say(made.url)
        let revoking = "reveille calendar revoke\(session.profileFlag)"
        Terminal.say(session.language.text(.answerLinkKeep, [.link: revoking]))
    }
}

/// `reveille calendar revoke`: revokes the address.
struct CalendarRevokeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke the address; what a program has read already stays with it."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        guard try await session.knownCalendarLink() != nil else { throw session.noCalendarLink }
        try await session.device.revokeCalendarLink()
        guard !output.json else { return Terminal.say(NoContent().json) }
        Terminal.say(session.language.text(.answerCalendarRevoked))
    }
}

/// `reveille calendar show`: shows whether there is an address, and since when.
struct CalendarShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show whether there is an address, and since when."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        guard let link = try await session.knownCalendarLink() else { throw session.noCalendarLink }
        guard !output.json else { return Terminal.say(link.json) }
        let values: [Placeholder: String] = [
            .time: session.readersClock.text(link.since), .link: "reveille calendar link\(session.profileFlag)",
        ]
        Terminal.say(session.language.text(.answerCalendarSince, values))
    }
}

extension DeviceSession {
    /// Since when the person has a calendar address; nil where there is none.
    fileprivate func knownCalendarLink() async throws -> CalendarLinkView? {
        do {
            return try await device.calendarLink()
        } catch {
            guard error.problemKind == .notFound else { throw error }
            return nil
        }
    }

    fileprivate var noCalendarLink: CommandFailure {
        CommandFailure(language.text(.answerCalendarNone, [.link: "reveille calendar link\(profileFlag)"]))
    }
}
