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
            if output.json {
                Terminal.say(JSONValue.array(alarms.map(\.json)))
                return
            }
            guard !alarms.isEmpty else {
                Terminal.say("No alarms are pending.")
                return
            }
            let length = Abbreviation.length(for: alarms.map(\.view.id))
            var table = TextTable(["ID", "DUE", "STATE", "WITH", "WORDS"])
            for alarm in alarms {
                table.add([
                    String(alarm.view.id.description.prefix(length)),
                    session.clock.text(alarm.view.time),
                    alarm.view.state.rawValue,
                    alarm.otherSide,
                    alarm.words.shown,
                ])
            }
            for line in table.lines { Terminal.say(line) }
        }
    }
}
