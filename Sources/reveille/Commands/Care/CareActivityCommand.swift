import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care activity`: a sign of life.
struct CareActivityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: "Say that you are active, so that nobody asks for a while."
    )

    @Option(help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,long"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "How still a day was that is over, as in 2026-01-12=9h; may be repeated.",
            valueName: "date=span"
        )
    )
    var day: [StillDay] = []

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        let place = try place.map { try Place(argument: $0) }
        try await DeviceSession.run(profile) { session in
            let status = try await session.device.reportActivity(
                CareActivityReport(timeZone: session.clock.zoneName, place: place, days: day.map(\.day))
            )
            guard !output.json else { return Terminal.say(status.json) }
            for line in status.lines(session.clock) { Terminal.say(line) }
        }
    }
}
