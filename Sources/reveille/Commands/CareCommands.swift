import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Foundation
import Wording

/// `reveille care`: the commands for care circles, which look after a person who lives alone.
struct CareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care",
        abstract: "Look after somebody who lives alone, or be looked after.",
        discussion: """
            The dweller of a care circle says what is watched and who may know; a signal becomes an alert unless it is cancelled \
            in time, and members are told until one of them acknowledges. It counts as being looked after until somebody says \
            that it is over, or there was a sign of life a day later.

            Reveille is not a medical device and does not replace emergency services. If you believe that someone is in \
            danger, call the local emergency number at once.
            """,
        subcommands: [
            CareOverviewCommand.self, CareSettingsCommand.self, CarePauseCommand.self, CareSignalCommand.self,
            CareActivityCommand.self, CareCancelCommand.self, CareAckCommand.self, CareResolveCommand.self,
            CareAlertsCommand.self, CareHistoryCommand.self,
            CareExportCommand.self, CareInviteCommand.self, CareInvitationsCommand.self, CareAdmitCommand.self,
            CarePhoneCommand.self,
        ],
        defaultSubcommand: CareOverviewCommand.self
    )
}

/// `reveille care overview`: shows the state of every dweller in the care circles.
struct CareOverviewCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview",
        abstract: "Show how everybody is whom you look after, and your own care circle."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let overview = try await session.device.careOverview()
        guard !output.json else { return Terminal.say(overview.json) }
        let (circles, changes) = try await session.device.followCircles()
        let (clock, language) = (session.readersClock.stopped, session.language)
        for change in changes { Terminal.say(change.sentence(in: language)) }
        var unresolved: [CircleID: [CareAlertView]] = [:]
        for dweller in overview.dwellers {
            unresolved[dweller.circle] = await session.unresolvedAlerts(about: dweller).filter {
                $0.id != dweller.lastAlert?.id
            }
        }
        let shown = overview.dwellers.flatMap { $0.alerts + [$0.lastAlert].compactMap(\.self) }
        let notes = await session.notes(of: shown + unresolved.values.joined(), recallingFormer: true)
        for claim in await session.ownAnswers(to: [.care]) { Terminal.say(claim.answerLine(clock)) }
        guard !overview.dwellers.isEmpty else {
            return Terminal.say(language.text(.listCareNone))
        }
        for dweller in overview.dwellers {
            let you = language.text(.listenYou)
            let name = dweller.isSelf ? you : dweller.name?.asForeign ?? language.text(.listCareNoName)
            let head: [Placeholder: String] = [
                .person: dweller.isSelf ? name.capitalizedAtStart : name, .circle: dweller.circleName.asForeign,
                .link: "\(dweller.circle)",
            ]
            Terminal.say(language.text(.listCareHead, head))
            let circle = circles.first { $0.id == dweller.circle }
            if let sentence = dweller.sentence(clock, in: circle) { Terminal.say("  \(sentence)") }
            for line in dweller.status?.lines(clock) ?? [language.text(.listCareUnshared)] { Terminal.say("  \(line)") }
            for member in circle?.members ?? [] {
                if let sentence = member.alertsSentence(clock) ?? member.placeSentence(in: language) {
                    Terminal.say("  \(sentence)")
                }
            }
            if dweller.audience == 0 {
                Terminal.say("  \(language.text(.listCareNobody, [.person: name]))")
            }
            for alert in dweller.alerts {
                Terminal.say("  \(alert.line(clock))")
                for note in notes[alert.id] ?? [] { Terminal.say("    \(note.line(in: language))") }
            }
            if let alert = dweller.lastAlert {
                Terminal.say("  \(language.text(.listCareLast, [.words: alert.line(clock)]))")
                for note in notes[alert.id] ?? [] { Terminal.say("    \(note.line(in: language))") }
            }
            for alert in unresolved[dweller.circle] ?? [] {
                Terminal.say("  \(language.text(.listCareOther, [.words: alert.line(clock)]))")
                for note in notes[alert.id] ?? [] { Terminal.say("    \(note.line(in: language))") }
            }
        }
        Terminal.say(language.text(.commonNotMedical))
    }
}

/// `reveille care history`: lists the alerts of a care circle.
struct CareHistoryCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the alerts of a care circle: who was told by what and when, and who acknowledged."
    )

    @Argument(help: "The circle's id, or its first characters; without one, your only care circle.")
    var circle: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let circle = try await session.careCircle(circle)
        let history = try await session.device.wholeCareHistory(of: circle)
        let notes = await session.notes(of: history.alerts)
        guard !output.json else { return Terminal.say(history.json(saying: notes)) }
        let (clock, language) = (session.readersClock, session.language)
        if history.alerts.isEmpty { Terminal.say(language.text(.listCareHistoryNone)) }
        let isHeld = history.alerts.contains { $0.held == .quietHours }
        let overview = isHeld ? try? await session.device.careOverview() : nil
        let lastSign = overview?.dwellers.first { $0.circle == circle }?.status?.lastSign
        for alert in history.alerts {
            let outcome = alert.heldOutcome(among: history.alerts, lastSign: lastSign, at: clock.relayNow)
            Terminal.say(alert.line(clock, outcome))
            for told in alert.told { Terminal.say("  \(told.line(clock))") }
            for note in notes[alert.id] ?? [] { Terminal.say("  \(note.line(in: language))") }
        }
        Terminal.say(language.text(.commonNotMedical))
    }
}

/// `reveille care export`: writes the history of a care circle as a file.
struct CareExportCommand: SessionCommand {
    /// A file format of the export.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the history of a care circle, with its notes, as JSON or CSV."
    )

    @Argument(help: "The circle's id, or its first characters; without one, your only care circle.")
    var circle: String?

    @Option(help: "json or csv.")
    var format: Format = .csv

    @Flag(help: "The same as --format json.")
    var json = false

    @Option(help: ArgumentHelp("The file to write; without one, standard output.", valueName: "path"))
    var file: String?

    @OptionGroup
    var profile: ProfileOptions

    func run(in session: DeviceSession) async throws {
        let circle = try await session.careCircle(circle)
        let history = try await session.device.wholeCareHistory(of: circle)
        // Notes are sealed: only this device can put them into the file.
        let notes = await session.notes(of: history.alerts)
        let bytes: [UInt8] =
            switch json ? .json : format {
            case .csv:
                Array(history.csv(notes: notes.mapValues { $0.map(\.plainLine).joined(separator: "; ") }).utf8)
            case .json: history.json(saying: notes).text + [UInt8(ascii: "\n")]
            }
        guard let file else { return Terminal.show(String(decoding: bytes, as: UTF8.self)) }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw CommandFailure("\(file) could not be written: \(error.localizedDescription)")
        }
    }
}
