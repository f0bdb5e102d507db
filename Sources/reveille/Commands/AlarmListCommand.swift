import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille alarm list`: everything that rings here or that was set here.
struct AlarmListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the alarms that may still ring, in both directions, soonest first."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let alarms = try await session.device.list()
            let length = Abbreviation.length(for: alarms.map(\.view.id))
            output.show(
                alarms,
                orSay: "No alarms are pending.",
                columns: ["ID", "DUE", "STATE", "WITH", "WORDS"],
                json: \.json
            ) { alarm in
                [
                    String(alarm.view.id.description.prefix(length)),
                    session.clock.text(alarm.view.time),
                    alarm.view.state.rawValue,
                    alarm.otherSide,
                    alarm.words.shown,
                ]
            }
        }
    }
}
