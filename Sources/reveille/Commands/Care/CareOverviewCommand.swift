import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care overview`: how everybody is.
struct CareOverviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview",
        abstract: "Show how everybody is whom you look after, and your own care circle."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let overview = try await session.device.careOverview()
            guard !output.json else { return Terminal.say(overview.json) }
            let notes = await session.notes(of: overview.dwellers.flatMap(\.alerts))
            guard !overview.dwellers.isEmpty else {
                return Terminal.say("You are in no care circle. Make your own, or join one by an invite.")
            }
            for dweller in overview.dwellers {
                let name = dweller.isSelf ? "You" : dweller.name?.asForeign ?? "(no name yet)"
                Terminal.say("\(name), in \(dweller.circleName.asForeign), \(dweller.circle)")
                if let sentence = dweller.sentence(for: session) { Terminal.say("  \(sentence)") }
                for line in dweller.status?.lines(session.clock) ?? ["status not shared"] { Terminal.say("  \(line)") }
                for alert in dweller.alerts {
                    Terminal.say("  \(alert.line(session.clock))")
                    for note in notes[alert.id] ?? [] { Terminal.say("    \(note.line)") }
                }
            }
            Terminal.say(overview.notice)
        }
    }
}
