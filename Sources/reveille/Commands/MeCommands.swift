import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille me`: the commands for all data that the relay keeps about a person.
struct MeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me",
        abstract: "Get everything that the relay keeps of you, or have it deleted.",
        subcommands: [MeExportCommand.self, MeDeleteCommand.self]
    )
}

/// `reveille me export`: exports all data that the relay keeps about a person.
struct MeExportCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that the relay keeps of you as JSON.",
        discussion: """
            The words of alarms are in it as the relay has them: sealed, so that only your devices can open them. Keys and \
            tokens are not in it. Without --json you see how much there is of what.
            """
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let export = try await session.device.exportEverything()
        guard !output.json else { return Terminal.say(export.json) }
        var table = TextTable(["KEPT", "HOW MANY"], in: session.language)
        for section in export.sections {
            table.add([session.language.section(section.name), "\(section.elements.count)"])
        }
        Terminal.say(table)
        let command = "reveille me export\(session.profileFlag) --json"
        Terminal.say(session.language.text(.answerMeAll, [.link: command]))
    }
}

/// `reveille me delete`: deletes all data that the relay keeps about a person.
struct MeDeleteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Have the relay delete everything that you gave, on all your devices, at once.",
        discussion: """
            Your pairs end, you leave your circles, every alarm from or to you is taken back, and your devices, contacts, \
            check-ins and settings go. A family whose last parent you are ends, unless you name another one before: \
            reveille circle member FAMILY NAME --role parent. Your contacts are not told. It cannot be undone. 'reveille me export --json' first \
            writes down what there is.
            """
    )

    @OptionGroup
    var consent: ConsentOptions

    @OptionGroup
    var options: SessionOptions

    var sendsOutbox: Bool { false }

    func run(in session: DeviceSession) async throws {
        let language = session.language
        // A relay that cannot be asked, or knows this device no more, does not keep anybody from deleting.
        let circles = (try? await session.device.circles()) ?? []
        for family in circles where !family.endsWithCaller {
            guard let own = family.members.first(where: \.isSelf) else { continue }
            let count = await session.remindersForOthers(of: own.person, in: family)
            let leave = "reveille circle leave\(session.profileFlag) \(family.id) --hand-over NAME"
            let advice = language.text(.answerLeaveKeepFirst, [.link: leave])
            session.warn(ofDeleted: count, of: family, keeping: advice)
        }
        let ending = circles.filter(\.endsWithCaller)
        for family in ending {
            let naming = "reveille circle member\(session.profileFlag) \(family.id) NAME --role parent"
            let values: [Placeholder: String] = [
                .circle: family.name.asForeign, .link: naming,
                .person: family.members.filter { !$0.isSelf }.names(in: language),
            ]
            Terminal.remark(language.text(.answerMeEnds, values))
        }
        try await consent.require(to: language.text(.answerMeAsk), in: language)
        guard let receipt = try await session.device.deleteEverything() else {
            throw CommandFailure(language.text(.answerMeGone))
        }
        guard !output.json else { return Terminal.say(receipt.json) }
        var table = TextTable(["DELETED", "HOW MANY"], in: language)
        for count in receipt.removed { table.add([language.section(count.kind), "\(count.count)"]) }
        Terminal.say(table)
        let time = session.readersClock.text(receipt.deletedAt)
        Terminal.say(language.text(.answerMeDeleted, [.time: time]))
    }
}

extension Language {
    /// What the relay keeps under this name; the name itself where it is from a newer relay.
    func section(_ name: String) -> String { word("section", name).asForeign }
}
