import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care history`: what has been.
struct CareHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the alerts of a care circle: who was told by what and when, and who acknowledged."
    )

    @Argument(help: "The circle's id, or its first characters; without one, your only care circle.")
    var circle: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let circle = try await session.careCircle(circle)
            let history = try await session.device.wholeCareHistory(of: circle)
            let notes = await session.notes(of: history.alerts)
            guard !output.json else { return Terminal.say(history.json(saying: notes)) }
            if history.alerts.isEmpty { Terminal.say("There was no alert yet.") }
            for alert in history.alerts {
                Terminal.say(alert.line(session.clock))
                for told in alert.told { Terminal.say("  \(told.line(session.clock))") }
                for note in notes[alert.id] ?? [] { Terminal.say("  \(note.line)") }
            }
            Terminal.say(history.notice)
        }
    }
}
