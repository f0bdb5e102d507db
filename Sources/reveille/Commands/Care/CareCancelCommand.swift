import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care cancel`: calls an alert about yourself off.
struct CareCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Call off an alert about yourself; without an id, every one that is open."
    )

    @Argument(help: "The alert's id, or its first characters.")
    var id: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let open = try await session.openAlerts(ofOwn: true)
            let alerts = try id.map { [try session.alert($0, among: open)] } ?? open.map(\.id)
            guard !alerts.isEmpty else { throw CommandFailure("No alert about you is open.") }
            for alert in alerts { await output.show(try await session.device.cancelAlert(alert), in: session) }
        }
    }
}
