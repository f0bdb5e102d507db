import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille checkin link`: the commands for links by which others check in for a person.
struct CheckInLinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Let a script, a button or somebody else check in for you, by a link with a name.",
        discussion: """
            POST to a link to check in, as in curl -fsS -X POST 'ADDRESS'. Opened in a browser it shows a page with a \
            button; a GET by a script counts nothing and answers 405. Whoever has it can check in for you, and the \
            history shows its name. Each can be revoked by itself.
            """,
        subcommands: [CheckInLinkAddCommand.self, CheckInLinkListCommand.self, CheckInLinkRevokeCommand.self]
    )
}

/// `reveille checkin link add`: makes a link.
struct CheckInLinkAddCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a link; its address is shown once."
    )

    @Argument(help: "The name of the link, as 'door' or 'phone shortcut'; the history of check-ins shows it.")
    var name: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let made = try await session.device.addCheckInLink(named: name)
        guard !output.json else { return Terminal.say(made.json) }
        Terminal.say(made.url)
        let language = session.language
        Terminal.say(language.text(.answerLinkUse, [.link: "curl -fsS -X POST '\(made.url)'"]))
        let revoking = "reveille checkin link revoke\(session.profileFlag) NAME"
        Terminal.say(language.text(.answerLinkKeep, [.link: revoking]))
    }
}

/// `reveille checkin link list`: lists the links.
struct CheckInLinkListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your links, and when each was used last."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let (clock, language) = (session.readersClock, session.language)
        output.show(
            try await session.device.checkInLinks(),
            orSay: language.text(.answerLinkNone, [.link: "reveille checkin link add\(session.profileFlag) NAME"]),
            columns: ["NAME", "SINCE", "LAST USED", "ID"],
            language: language,
            json: \.json,
            row: { $0.row(clock) }
        )
    }
}

extension CheckInLinkView {
    /// Its line in the list of links, for the reader of `clock`.
    func row(_ clock: LocalClock) -> [String] {
        [
            name.asForeign, since.map { clock.text($0) } ?? "-",
            usedAt.map { clock.text($0) } ?? clock.language.text(.listCareNever), "\(id)",
        ]
    }
}

/// `reveille checkin link revoke`: revokes a link.
struct CheckInLinkRevokeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a link; nobody checks in by it any more, and the others stay."
    )

    @Argument(help: "The link's name, or the first characters of its id.")
    var link: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let found = try await chosen(in: session)
        try await session.device.revokeCheckInLink(found.id)
        guard !output.json else { return Terminal.say(found.json) }
        let language = session.language
        Terminal.say(language.text(.answerLinkRevoked, [.words: language.quoting(found.name)]))
    }

    private func chosen(in session: DeviceSession) async throws -> CheckInLinkView {
        let links = try await session.device.checkInLinks()
        if let named = links.first(where: { $0.name == link }) { return named }
        switch Abbreviation(link, among: links.map(\.id)) {
        case .name(let id):
            if let found = links.first(where: { $0.id == id }) { return found }
        case .ambiguous(let ids):
            throw CommandFailure(several: ids, of: .answerThingsLinks, beginWith: link, in: session.language)
        case .unknown: break
        }
        let command = "reveille checkin link list\(session.profileFlag)"
        throw CommandFailure(.answerLinkUnknown, link, listedBy: command, in: session.language)
    }
}
