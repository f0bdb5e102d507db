import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille me export`: everything that the relay keeps.
struct MeExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that the relay keeps of you as JSON.",
        discussion: """
            The words of alarms are in it as the relay has them: sealed, so that only your devices can open them. Keys and \
            tokens are not in it. Without --json you see how much there is of what.
            """
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let export = try await session.device.exportEverything()
            guard !output.json else { return Terminal.say(export.json) }
            var table = TextTable(["KEPT", "HOW MANY"])
            for section in export.sections { table.add([section.name.asForeign, "\(section.elements.count)"]) }
            Terminal.say(table)
            Terminal.say("See all of it: reveille me export\(session.profileFlag) --json")
        }
    }
}
