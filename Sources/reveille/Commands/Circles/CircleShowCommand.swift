import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle show`: who is in one.
struct CircleShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show who is in a circle, and what each of them may do."
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.device.learnKeys(of: try await session.circle(circle).id)
            output.show(view, in: session)
            guard !output.json else { return }
            let keys = await session.device.profile.circle(view.id)
            guard let keys else {
                return Terminal.remark(
                    "Your key in this circle is not on this device, so that it reads no sealed words."
                )
            }
            let unknown = view.members.filter { !keys.knows($0.person) }
            if !unknown.isEmpty { Terminal.remark("This device cannot seal words for \(unknown.names).") }
        }
    }
}
