import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille alarm`: the commands that set and follow alarms.
struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm",
        abstract: "Set an alarm for a partner, follow it, move it, take it back.",
        subcommands: [
            AlarmSendCommand.self, AlarmListCommand.self, AlarmShowCommand.self, AlarmMoveCommand.self,
            AlarmCancelCommand.self, AlarmOutboxCommand.self, AlarmHistoryCommand.self, AlarmExportCommand.self,
        ]
    )
}

/// `reveille alarm list`: lists the alarms that may still ring.
struct AlarmListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the alarms that may still ring, in both directions, soonest first."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let alarms = try await session.device.namingReceivers(of: try await session.device.list())
        let (clock, language) = (session.readersClock, session.language)
        var report: CheckInReport?
        if !output.json, alarms.contains(where: \.view.isDeadline) {
            report = try? await session.device.checkInReport()
        }
        let moved = report?.moved(among: alarms.map(\.view))?.id
        let length = Abbreviation.length(for: alarms.map(\.view.id), among: await session.rememberedAlarms)
        output.show(
            alarms,
            orSay: language.text(.listAlarmsNone),
            columns: ["ID", "DUE", "STATE", "WITH", "WORDS"],
            language: language,
            json: \.json
        ) { alarm in
            [
                String(alarm.view.id.description.prefix(length)),
                clock.text((alarm.view.id == moved ? report?.due : nil) ?? alarm.dueTime),
                alarm.state(clock),
                alarm.otherSide(in: language),
                alarm.words.shown(in: language),
            ]
        }
    }
}
