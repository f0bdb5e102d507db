import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille checkin status`: how it stands.
struct CheckInStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how your check-in stands, and the last ones."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let report = try await session.device.checkInReport()
            output.show(report, in: session)
            guard !output.json else { return }
            for entry in report.history {
                let place = entry.place.map { "  \($0)" } ?? ""
                Terminal.say("  \(session.clock.text(entry.at))  \(entry.timeZone?.asForeign ?? "")\(place)")
            }
        }
    }
}
