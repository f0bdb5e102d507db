import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille alarm history`: lists alarms that have ended, and how.
struct AlarmHistoryCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List alarms that have ended, in both directions, and how: the one that ended last first.",
        discussion: """
            This device remembers the alarms that it set for a week, likewise those of your other devices that it \
            has listed or had a reply to, and those that rang here for two days, also of a pair that has ended. Of \
            the reminders that you set for others in a family, the relay names those of a week. Of an alarm that \
            repeats the last time that is over is listed, and whether it has ended or goes on where that time was \
            declined; of a family's reminder for which time it was done, and by whom.
            """
    )

    @Option(help: ArgumentHelp("The most to list, 1 to 100.", valueName: "count"))
    var limit: Int = 20

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard 1...100 ~= limit else { throw ValidationError("--limit is 1 to 100, not \(limit).") }
    }

    func run(in session: DeviceSession) async throws {
        let alarms = try await session.device.history(limit: limit)
        let (clock, language) = (session.readersClock, session.language)
        let length = Abbreviation.length(for: alarms.map(\.view.id), among: await session.rememberedAlarms)
        output.show(
            alarms,
            orSay: language.text(.listHistoryNone),
            columns: ["ID", "DUE", "END", "WITH", "WORDS"],
            language: language,
            json: \.json
        ) { alarm in
            [
                String(alarm.view.id.description.prefix(length)),
                clock.text(alarm.endedTime),
                alarm.lastEnd(clock) ?? "-",
                alarm.otherSide(in: language),
                alarm.wordsAndReply(in: language),
            ]
        }
    }
}

extension AlarmListing {
    /// The words, and the reply where there is one.
    func wordsAndReply(in language: Language) -> String {
        let shown = words.shown(in: language)
        if let ownReply {
            return language.text(.listWordsOwnReply, [.title: shown, .words: language.quoting(ownReply)])
        }
        guard let reply else { return shown }
        return language.text(.listWordsReply, [.title: shown, .words: reply.shown(in: language)])
    }
}
