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
        var alarms = try await session.device.namingReceivers(of: try await session.device.list())
        let (clock, language) = (session.readersClock, session.language)
        var report: CheckInReport?
        if !output.json, alarms.contains(where: \.view.isDeadline) {
            report = try? await session.device.checkInReport()
        }
        if !output.json { await addDevices(to: &alarms, in: session) }
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

    /// Adds how far the user's own alarms that are due got on each device, which the relay tells of one alarm at a time.
    ///
    /// An alarm stays as it is where the relay does not say.
    private func addDevices(to alarms: inout [AlarmListing], in session: DeviceSession) async {
        for (index, alarm) in alarms.enumerated() where alarm.view.state == .ringing {
            guard alarm.view.direction == .outgoing, let shown = try? await session.device.show(alarm.view.id) else {
                continue
            }
            alarms[index].view.deliveries = shown.view.deliveries
        }
    }
}
