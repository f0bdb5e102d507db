import AlarmCore
import ArgumentParser
import DeviceKit

/// `reveille checkin now`: a sign of life.
struct CheckInNowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Say that you are well.",
        discussion: """
            A place, where you give one, is told to your contacts if you miss a later check-in.
            """
    )

    @Option(help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,lon"))
    var place: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        let place = try self.place.map(Place.init(argument:))
        try await DeviceSession.run(profile) { session in
            let report = try await session.device.checkIn(at: place, timeZone: session.clock.zoneName)
            output.show(report, in: session)
        }
    }
}
